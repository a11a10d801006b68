// A question asked inside a panel: the last one counts, after a while its work is shown with Stop, and what went wrong
// stands where the answer would.
import { Offline, compute } from "./api.js";
import { h, said } from "./dom.js";
import { running, stoppedBox } from "./running.js";

/** @typedef {import("./api.js").Answer} Answer */

/**
 * The place for questions of which only the last counts.
 * @param {HTMLElement} box where work and faults are shown
 * @param {number} [patience] milliseconds before work is shown
 */
export function asking(box, patience = 400) {
  /** @type {AbortController | null} */
  let work = null;
  /** Ends the work; the box tells of it. */
  const stop = () => work?.abort();
  /** Ends the work of which nobody wants to hear any more. */
  const drop = () => {
    stop();
    work = null;
  };

  /**
   * The answer; `null` when the box tells why there is none, `undefined` when another question was asked since.
   * @param {string} path @param {Record<string, any>} body @param {(part: any) => void} [part]
   * @returns {Promise<Answer | null | undefined>}
   */
  async function ask(path, body, part) {
    drop();
    const mine = new AbortController();
    work = mine;
    const panel = running(() => mine.abort());
    const late = setTimeout(() => work === mine && box.replaceChildren(panel.dom), patience);
    try {
      const answer = await compute(path, body, { signal: mine.signal, progress: (p) => panel.tell(p), part: (p) => work === mine && part?.(p) });
      return work === mine ? answer : undefined;
    } catch (error) {
      if (work !== mine) return undefined;
      box.replaceChildren(mine.signal.aborted ? stoppedBox({ stopped: "cancelled" }, null) : h("div", { class: "halted", role: "alert" }, error instanceof Offline ? h("strong", { words: "The engine stopped answering." }) : said(error)));
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  return { ask, drop, stop };
}
