// A value as it is shown: formula, facts, thermograph, and ways to take it along.
import { button, h, icon, picture, said, standalone } from "./dom.js";
import { copy, saveFile } from "./keep.js";
import { thermograph, wallList } from "./thermograph.js";
import { outline } from "./outline.js";
import { count, label, put, t } from "./words.js";

/** @typedef {import("./api.js").Value} Value */
/** @typedef {import("./words.js").Key} Key */

/** Minus signs and stars of the literature. @param {string} text */
export const signs = (text) => text.replace(/-/g, "−").replace(/\*/g, "∗").replace(/(?<![\d/])(\d{1,6})\/([248])(?![\d/])/g, mixed);

/** 3/2 as 1½. @param {string} all @param {string} a @param {string} b */
function mixed(all, a, b) {
  const [whole, rest] = [Math.floor(Number(a) / Number(b)), Number(a) % Number(b)];
  const part = FRACTIONS[`${rest}/${b}`];
  return part ? `${whole || ""}${part}` : all;
}

/** @type {Record<string, string>} */
const FRACTIONS = { "1/2": "½", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞" };

/** @type {Record<string, [Key, Key | null, string]>} letter to words, remark, sign */
const OUTCOMES = {
  L: ["Left wins", "whoever starts", "w-l"],
  R: ["Right wins", "whoever starts", "w-r"],
  N: ["First player wins", null, "w-n"],
  P: ["Second player wins", null, "w-p"],
  D: ["Draw", "whoever starts", "w-d"],
};

/** @type {Record<string, Key>} */
const STARTS = { Left: "Left wins", Right: "Right wins", draw: "a draw" };

/**
 * Who wins, in words.
 * @param {import("./api.js").Result_ | undefined} outcome
 * @returns {{words: Key, remark: Key | null, sign: string}}
 */
export function outcomeWords(outcome) {
  const known = OUTCOMES[outcome?.letter ?? ""];
  if (known) return { words: known[0], remark: known[1], sign: known[2] };
  return { words: outcome?.letter ? "Mixed: a draw for one" : "not decided", remark: null, sign: "w-d" };
}

/** @param {Key} name @param {HTMLElement} what @param {HTMLElement | null} [remark] */
const fact = (name, what, remark = null) => h("div", null, h("dt", { words: name }), what, remark);

/** @param {Key} name @param {any} value */
function number(name, value) {
  if (value === undefined || value === null) return null;
  const none = typeof value === "object" ? value.none : undefined;
  const text = typeof value === "object" ? value.value : value;
  if (none !== undefined) return fact(name, h("dd", { class: "none", words: "none" }), reason(none));
  return fact(name, h("dd", null, h("span", { class: "val" }, signs(String(text)))));
}

/** @param {string} text */
const reason = (text) => h("small", null, said(text));

/**
 * The row of facts.
 * @param {Record<string, any>} facts
 * @param {boolean} [all] whether stops and birthday are shown at once
 */
export function factRow(facts, all = false) {
  const row = h("dl", { class: "facts" });
  const outcome = facts.outcome;
  if (outcome) {
    const { words, remark, sign } = outcomeWords(outcome);
    const dd = h("dd", null, icon(sign), h("span", { words }));
    const both = !OUTCOMES[outcome.letter] && outcome.left_starts && outcome.right_starts;
    row.append(fact("Outcome", dd, remark ? h("small", { words: remark }) : null));
    if (both) {
      row.lastElementChild?.append(
        h("small", null, h("span", { words: "Left starts:" }), " ", h("span", { words: STARTS[outcome.left_starts] ?? "not decided" })),
        h("small", null, h("span", { words: "Right starts:" }), " ", h("span", { words: STARTS[outcome.right_starts] ?? "not decided" })),
      );
    }
  }
  /** @type {any[]} reasons that were told */
  const reasons = [];
  for (const [name, key] of /** @type {[Key, string][]} */ ([["Mean", "mean"], ["Temperature", "temperature"], ["Atomic weight", "atomic_weight"]])) {
    const one = number(name, facts[key]);
    const why = facts[key]?.none;
    // What is the reason for several is told once.
    if (why && reasons.includes(why)) one?.querySelector("small")?.remove();
    reasons.push(why);
    if (one) row.append(one);
  }
  /** @type {[Key, string][]} */
  const rest = [["Left stop", "left_stop"], ["Right stop", "right_stop"], ["Birthday", "birthday"]];
  const more = rest.map(([name, key]) => number(name, facts[key])).filter((x) => x !== null);
  if (all) row.append(...more);
  return { row, more: all ? [] : more };
}

/** The formula itself. @param {Value} value @param {string} [size] */
export function formula(value, size = "") {
  const name = value.label ?? value.text;
  const box = h("div", { class: `result ${size}`, role: "group", "aria-label": name, tabindex: -1 });
  const parts = value.mathml ?? [];
  parts.forEach((part, i) => {
    const math = picture(part);
    if (i > 0) box.append(h("wbr"));
    if (math) box.append(math);
  });
  // A part that is wider than its panel is written as text, which breaks anywhere.
  if (parts.length > 0) {
    requestAnimationFrame(() => {
      if (box.isConnected && box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0) box.replaceChildren(h("span", { class: "val wrapval" }, name));
    });
  }
  if (parts.length === 0) {
    if (value.long) {
      const shown = h("pre", { class: "longvalue", hidden: true, tabindex: 0 }, value.text);
      const show = button("Show the value", () => {
        shown.hidden = !shown.hidden;
        put(show, shown.hidden ? "Show the value" : "Hide the value");
      }, { class: "btn btn-line" });
      box.setAttribute("aria-label", t(["A value of {0} characters.", count(value.text.length)]));
      box.append(h("p", { class: "say", words: ["A value of {0} characters.", count(value.text.length)] }));
      if (value.outline) box.append(outline(value.outline));
      box.append(show, shown);
    } else {
      box.append(h("span", { class: "val" }, name));
    }
  }
  return box;
}

/**
 * Says for a moment that something was done, on the button that did it.
 * @param {HTMLElement} on
 * @param {Key} words
 */
export function done(on, words) {
  const before = on.textContent;
  on.style.minWidth = `${on.offsetWidth}px`;
  put(on, words);
  setTimeout(() => put(on, /** @type {Key} */ (on.dataset.own ?? before)), 1200);
}

/**
 * A button that copies.
 * @param {Key} name
 * @param {() => string | null | undefined} text
 */
export function copier(name, text) {
  const one = button(name, async () => {
    const what = text();
    done(one, what && (await copy(what)) ? "Copied" : "Not copied");
  });
  one.dataset.own = name;
  return one;
}

/**
 * A value with all there is to tell about it.
 * @param {Value} value
 * @param {{source?: string, link?: () => string, json?: any}} [context]
 * @returns {(HTMLElement)[]} the left part, and the picture when there is one
 */
export function valueParts(value, context = {}) {
  const left = h("div");
  // Of a position its board is seen; of a kept form both the form and its value.
  // Walls are corners, not a formula.
  if (value.type === "Thermograph" && value.thermograph) left.append(wallList(value.thermograph));
  else if (value.raw !== undefined) left.append(h("pre", { class: "rawtext", tabindex: 0 }, value.raw));
  else if (value.value === undefined || value.type !== "Position") left.append(formula(value));
  if (value.value !== undefined) left.append(formula({ text: value.value, label: value.value_label, mathml: value.value_mathml, long: value.value_mathml === undefined }, value.type === "Position" ? "" : "is-value"));
  const facts = value.facts;
  const tools = h("div", { class: "tools" });
  if (facts) {
    const { row, more } = factRow(facts);
    left.append(row);
    if (more.length > 0) {
      const hidden = h("dl", { class: "facts facts-more", hidden: true }, ...more);
      left.append(hidden);
      const toggle = button("More", () => {
        hidden.hidden = !hidden.hidden;
        toggle.setAttribute("aria-expanded", String(!hidden.hidden));
        put(toggle, hidden.hidden ? "More" : "Less");
      }, { "aria-expanded": "false" });
      tools.append(toggle);
    }
  }
  tools.prepend(copier("Copy", () => value.raw ?? value.text));
  if (value.latex) tools.insertBefore(copier("LaTeX", () => value.latex), tools.children[1] ?? null);
  /** @type {HTMLElement | null} */
  let aside = null;
  const shape = value.thermograph;
  if (shape?.svg) {
    aside = thermograph(shape);
    tools.append(
      button("SVG", () => {
        const svg = aside?.querySelector("svg");
        if (svg) saveFile("thermograph.svg", standalone(svg), "image/svg+xml");
      }, { label: "Save the thermograph as SVG" }),
    );
  }
  const drawn = value.graph && picture(value.graph.svg);
  if (drawn && value.graph && !aside) {
    label(drawn, "aria-label", { message: value.graph.alt });
    aside = h("figure", { class: "aside" }, drawn, h("figcaption", { class: "cap" }, h("span", { words: "The moves of Left and of Right; a pass leads back to where it begins." })));
    tools.append(button("SVG", () => saveFile("graph.svg", standalone(/** @type {SVGSVGElement} */ (drawn)), "image/svg+xml"), { label: "Save the graph as SVG" }));
  }
  tools.append(copier("JSON", () => JSON.stringify(context.json ?? value, null, 2)));
  if (context.link) tools.append(copier("Link", context.link));
  left.append(tools);
  return aside ? [left, aside] : [left];
}
