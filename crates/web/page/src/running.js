// What is shown while something is computed: work done, limits, and Stop.
import { button, h, icon, s, said } from "./dom.js";
import { count, put } from "./words.js";

/** @typedef {import("./api.js").Progress} Progress */
/** @typedef {import("./words.js").Key} Key */

/** @param {number} part from 0 to 1 */
function bar(part) {
  const fill = s("rect", { class: "tr1", x: 0.5, y: 0.5, height: 5, rx: 2.5, width: 0 });
  const set = (/** @type {number} */ to) => fill.setAttribute("width", String(Math.max(0, Math.min(1, to)) * 199));
  set(part);
  const svg = s("svg", { class: "bar", viewBox: "0 0 200 6", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { class: "tr0", x: 0.5, y: 0.5, width: 199, height: 5, rx: 2.5 }), fill);
  return { svg, set };
}

/**
 * A panel that shows progress against the limits, never an invented per cent.
 * @param {() => void} stop
 */
export function running(stop) {
  const what = h("span");
  const spoken = h("p", { class: "sr", role: "status", words: "Working" });
  const limits = h("dl", { class: "limits" });
  const halt = button("Stop", stop, { class: "btn btn-line" });
  halt.replaceChildren(icon("i-stop"), h("span", { words: "Stop" }), h("kbd", null, "Ctrl ."));
  halt.firstElementChild?.classList.add("pulse");
  const dom = h("div", { class: "run wide" }, h("h3", null, h("b", { words: "Working" }), " ", what), halt, limits, spoken);
  /** @type {Map<Key, {set: (part: number) => void, text: HTMLElement, most: HTMLElement, box: HTMLElement}>} */
  const bars = new Map();
  const limit = (/** @type {Key} */ name, /** @type {number | undefined} */ now, /** @type {number | undefined} */ most, /** @type {string} */ unit) => {
    if (now === undefined || !most) return;
    let one = bars.get(name);
    if (!one) {
      const { svg, set } = bar(0);
      const text = h("b", { class: "plain" });
      const max = h("span");
      const box = h("div", null, h("dt", null, h("span", null, h("span", { words: name }), " ", text), max), h("dd", null, svg));
      limits.append(box);
      one = { set, text, most: max, box };
      bars.set(name, one);
    }
    one.set(now / most);
    one.text.textContent = `${count(Math.round(now * 10) / 10)}${unit}`;
    put(one.most, ["of {0}", `${count(Math.round(most))}${unit}`]);
  };
  let last = Date.now();
  return {
    dom,
    /** @param {Progress} p */
    tell(p) {
      if (p.state === "queued") put(what, "· waiting for a free worker");
      else if (p.total) put(what, ["· {0} of {1}", count(p.done ?? 0), count(p.total)]);
      else if (p.note) what.replaceChildren("· ", said(p.note));
      else if (p.nodes) put(what, ["· {0} nodes", count(p.nodes)]);
      limit("Time", p.seconds, p.limits?.seconds, " s");
      limit("Memory", p.megabytes, p.limits?.megabytes, " MB");
      limit("Nodes", p.nodes, p.limits?.nodes, "");
      if (Date.now() - last > 30000) {
        last = Date.now();
        put(spoken, ["Still working, {0} s", Math.round(p.seconds ?? 0)]);
      }
    },
  };
}

/** @type {Record<string, Key>} */
const STOPS = { time: "Stopped by the time limit.", memory: "Stopped by the memory limit.", nodes: "Stopped by the limit of nodes.", cancelled: "Stopped." };

/**
 * Why a computation ended before its answer.
 * @param {{stopped?: string, message?: string}} result
 * @param {(() => void) | null} more
 */
export function stoppedBox(result, more) {
  const box = h("div", { class: "wide halted", role: "status" }, h("strong", { words: STOPS[result.stopped ?? ""] ?? "Stopped." }));
  if (result.message && !(result.stopped && STOPS[result.stopped])) box.append(h("p", { class: "say" }, said(result.message)));
  if (more && result.stopped !== "cancelled") box.append(button("Go on with twice the limits", more, { class: "btn btn-line" }));
  return box;
}

/**
 * What is wrong with a text.
 * @param {import("./api.js").Diagnostic} d
 * @param {((text: string) => void) | null} fix
 */
export function diagnostic(d, fix) {
  const head = h("h3", null, icon("i-err", 16), said(sentence(d.message), d.said?.message));
  if (d.line !== undefined) head.append(h("span", { class: "minor", words: d.line > 1 ? ["line {0}, column {1}", d.line, d.column] : ["column {0}", d.column] }));
  const box = h("div", { class: "wide diag", role: "alert" }, head);
  if (d.expected) box.append(h("p", null, h("span", { words: "Expected" }), " ", said(d.expected, d.said?.expected)));
  if (d.fix) box.append(h("p", null, said(sentence(d.fix), d.said?.fix)));
  if (d.fixes?.length && fix) {
    const row = h("div", { class: "fixes" }, h("span", { class: "minor", words: "Did you mean" }));
    d.fixes.slice(0, 3).forEach((text, i) => {
      row.append(h("button", { class: "btn btn-line", type: "button", "aria-keyshortcuts": i === 0 ? "Alt+Enter" : undefined, on: { click: () => fix(text) } }, h("span", { class: "code" }, text)));
    });
    box.append(row);
  }
  return box;
}

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
