// The answer while one types: small limits, no effect on names, grey until the cell is run.
import { asking } from "./asking.js";
import { h } from "./dom.js";
import { briefly } from "./moves.js";
import { outcomeWords, signs } from "./value.js";
import { put } from "./words.js";

/** @typedef {import("./api.js").Told} Told */

/** Milliseconds without a key before the text is looked at, and before a mistake in it is marked. */
const PAUSE = 120;
const REST = 800;
const LIMITS = { seconds: 0.05, megabytes: 64 };

/**
 * The line under the input of a cell that tells what it would give.
 * @param {{text: () => string, before: () => string[], mark: (found: import("./api.js").Diagnostic[]) => void}} cell
 */
export function preview(cell) {
  const said = h("span", { class: "pv-value" });
  const facts = h("span", { class: "pv-facts" });
  const dom = h("div", { class: "preview", hidden: true, "aria-hidden": "true" }, said, facts, h("span", { class: "spring" }), h("kbd", null, "Ctrl Enter"));
  let later = 0;
  let rest = 0;
  const place = asking(null);

  const stop = () => {
    window.clearTimeout(later);
    window.clearTimeout(rest);
    place.drop();
  };

  async function look() {
    const told = (await place.ask("/api/eval", { text: cell.text(), before: cell.before(), limits: LIMITS, wait: 400 }))?.result;
    if (!told) return;
    const wrong = (told.diagnostics ?? []).filter((/** @type {any} */ d) => d.kind !== "stopped");
    dom.classList.toggle("pv-old", wrong.length > 0);
    if (wrong.length > 0) {
      // Text that is being written is not wrong yet.
      if (told.cell == null) rest = window.setTimeout(() => cell.mark(wrong), REST - PAUSE);
      return;
    }
    cell.mark([]);
    if (told.stopped) {
      put(said, "Enter to compute");
      facts.replaceChildren();
      dom.hidden = false;
      return;
    }
    show((told.results ?? []).findLast((/** @type {Told} */ x) => x.value || x.plots?.length));
  }

  /** @param {Told | undefined} told */
  function show(told) {
    const value = told?.value;
    dom.hidden = !value;
    if (!value) return;
    const own = value.type === "Position" && value.value !== undefined ? { text: value.value, label: value.value_label, mathml: value.value_mathml } : value;
    if (told?.plots?.some((plot) => plot.kind === "boards")) put(said, ["{0} positions", (told.plots[0].boards ?? []).length + (told.plots[0].more ?? 0)]);
    else if (value.type === "Thermograph" || value.raw !== undefined) said.replaceChildren(String(value.raw ?? value.text).slice(0, 200));
    else if ((own.label ?? own.text).length > 160) said.replaceChildren(`${(own.label ?? own.text).slice(0, 160)}…`);
    else said.replaceChildren(...briefly(own));
    const { outcome, mean, temperature } = value.facts ?? {};
    facts.replaceChildren();
    if (outcome) facts.append(h("span", { words: outcomeWords(outcome).words }));
    if (typeof mean === "string") facts.append(" · ", h("span", { words: ["mean {0}", signs(mean)] }));
    if (typeof temperature === "string") facts.append(" · ", h("span", { words: ["temperature {0}", signs(temperature)] }));
  }

  return {
    dom,
    /** The text has changed. */
    changed() {
      stop();
      if (cell.text().trim() === "") {
        dom.hidden = true;
        return;
      }
      later = window.setTimeout(() => void look(), PAUSE);
    },
    /** The cell is run: what it gives is told by its answer. */
    end() {
      stop();
      dom.hidden = true;
    },
  };
}

