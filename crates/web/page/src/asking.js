// A question asked inside a panel: the last one counts, after a while its work is shown with Stop, and what went wrong
// stands where the answer would.
import { Offline, Refused, compute } from "./api.js";
import { button, h, said } from "./dom.js";
import { running, stoppedBox } from "./running.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {"cancelled" | "offline" | "refused"} Fault why there is no answer */

/** @typedef {ReturnType<typeof asking>} Place */

/** Milliseconds before what an answer will replace turns pale. */
const PALE = 100;

/**
 * @typedef {object} Manner
 * @property {number} [patience] milliseconds before work is shown
 * @property {HTMLElement[]} [dim] what is pale meanwhile: an older answer
 * @property {() => void} [late] work is shown from now on
 * @property {() => void} [again] asks once more after a fault
 * @property {import("./words.js").Key} [comfort] what is said to whom the engine left
 * @property {(part: HTMLElement) => HTMLElement} [frame] stands round what the box shows
 */

/**
 * The place for questions of which only the last counts.
 * @param {HTMLElement | null} box where work and faults are shown; without one neither is, and what takes long is dropped
 * @param {Manner} [manner]
 */
export function asking(box, { patience = 400, dim = [], late, again, comfort, frame = (part) => part } = {}) {
  /** @type {AbortController | null} */
  let work = null;
  /** @type {Fault | null} */
  let fault = null;
  const bright = () => dim.forEach((one) => one.classList.remove("dim"));
  /** Ends the work; the box tells of it. */
  const stop = () => work?.abort();
  /** Ends the work of which nobody wants to hear any more. */
  const drop = () => {
    stop();
    work = null;
    bright();
  };

  /** @param {unknown} error */
  function excuse(error) {
    if (fault === "cancelled") return stoppedBox({ stopped: "cancelled" }, null);
    const told = h("div", { class: "wide halted", role: "alert" }, fault === "offline" ? h("strong", { words: "The engine stopped answering." }) : h("p", { class: "say" }, said(error)));
    if (fault === "offline" && comfort) told.append(h("p", { class: "say", words: comfort }));
    if (again) told.append(button("Try again", again, { class: "btn btn-line" }));
    return told;
  }

  /**
   * The answer; `null` when the box tells why there is none, `undefined` when another question was asked since.
   * @param {string} path @param {Record<string, any>} body
   * @param {{part?: (part: any) => void, then?: (answer: Answer, watch: import("./api.js").Watch) => Promise<void>}} [more] what hears parts of the answer, and what is asked on behalf of it
   * @returns {Promise<Answer | null | undefined>}
   */
  async function ask(path, body, { part, then } = {}) {
    drop();
    const mine = new AbortController();
    work = mine;
    fault = null;
    const panel = running(() => mine.abort());
    const watch = { signal: mine.signal, progress: (/** @type {import("./api.js").Progress} */ p) => panel.tell(p) };
    const pale = setTimeout(() => work === mine && dim.forEach((one) => one.classList.add("dim")), PALE);
    const shown = setTimeout(() => {
      if (work !== mine || !box) return;
      box.classList.remove("dim");
      box.replaceChildren(frame(panel.dom));
      late?.();
    }, patience);
    try {
      const answer = await compute(path, body, { ...watch, silent: box === null, part: (p) => work === mine && part?.(p) });
      if (work === mine) await then?.(answer, watch);
      return work === mine ? answer : undefined;
    } catch (error) {
      if (work !== mine) return undefined;
      fault = mine.signal.aborted ? "cancelled" : error instanceof Offline ? "offline" : "refused";
      if (box) box.replaceChildren(frame(excuse(error)));
      else if (fault === "refused" && !(error instanceof Refused)) throw error;
      return null;
    } finally {
      clearTimeout(pale);
      clearTimeout(shown);
      if (work === mine) {
        work = null;
        bright();
      }
    }
  }

  return {
    ask,
    drop,
    stop,
    /** Why the last question has no answer. */
    fault: () => fault,
    /** Whether an answer is waited for. */
    busy: () => work !== null,
  };
}
