// Two positions or values held against each other: their order, their difference, and how it is won.
import { asking } from "./asking.js";
import { h, icon, picture, said } from "./dom.js";
import { asked } from "./heat.js";
import { brief, briefly } from "./moves.js";
import { outcomeWords } from "./value.js";

/** @typedef {import("./heat.js").Term} Term */
/** @typedef {import("./words.js").Key} Key */
/** @typedef {{wins: boolean, first: import("./api.js").Value | null, answer: import("./api.js").Value | null}} Line */

/** @type {Record<string, [string, Key]>} */
const ORDERS = { "<": ["<", "G is less than H"], "=": ["=", "G equals H"], ">": [">", "G is greater than H"], "<>": ["∥", "G and H are confused"] };

/** What happens when a player begins. @param {Line | null} line @param {"Left" | "Right"} player */
function told(line, player) {
  if (!line) return null;
  const box = h("dd");
  if (!line.first) box.append(h("span", { words: player === "Left" ? "Left has no move" : "Right has no move" }));
  else {
    box.append(h("span", { words: "to" }), " ", h("span", { class: "val" }, ...briefly(line.first)));
    if (line.wins) box.append(", ", h("span", { words: "and wins" }));
    else if (line.answer) box.append(", ", h("span", { words: player === "Left" ? "Right answers" : "Left answers" }), " ", h("span", { class: "val" }, ...briefly(line.answer)));
    else box.append(", ", h("span", { words: player === "Left" ? "and Right wins" : "and Left wins" }));
  }
  return box;
}

/** The section: two places, and what lies between them. */
export function comparisonSection() {
  /** @type {(Term | null)[]} */
  let marked = [null, null];
  const body = h("div", { role: "status" });
  const place = asking(body);
  const value = h("input", { class: "find", label: "Compare with a value, such as {1|-1}", hint: "A value, such as {1|-1}", spellcheck: "false", autocapitalize: "off" });
  const form = h("form", { class: "heatform" }, value, h("button", { class: "btn btn-line", type: "submit", words: "Mark the value" }));
  const dom = h("section", { class: "cmpbox", label: "Comparison" }, h("h2", { class: "ex-h2", words: "Compare two positions" }), body, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (value.value.trim() === "") return;
    mark({ value: value.value.trim() });
    value.value = "";
  });

  /** Marks one more; of three the oldest goes. @param {Term} term */
  function mark(term) {
    marked = marked[0] === null ? [term, null] : marked[1] === null ? [marked[0], term] : [marked[1], term];
    void tell();
  }

  async function tell() {
    place.drop();
    const [g, other] = marked;
    if (!g || !other) {
      const text = !g ? "" : "value" in g ? g.value : g.position;
      body.replaceChildren(g ? h("p", { class: "say" }, h("span", { words: "Marked as G:" }), " ", h("code", null, text), " · ", h("span", { words: "mark another to compare." })) : h("p", { class: "say", words: "Mark two positions of the tree, or write values." }));
      return;
    }
    const answer = await place.ask("/api/comparison", { boards: [asked(g), asked(other)], limits: { seconds: 30 } });
    if (answer) show(answer.result);
  }

  /** @param {any} result */
  function show(result) {
    if (!result?.order) {
      const wrong = result?.diagnostics?.[0]?.message ?? result?.none ?? result?.message ?? "";
      body.replaceChildren(h("p", { class: "say", role: "alert" }, ...(result?.board !== undefined ? [`${"GH"[result.board]}: `] : []), said(wrong)));
      return;
    }
    const [sign, sentence] = ORDERS[result.order];
    const side = (/** @type {number} */ i) => {
      const one = result.boards[i];
      return h("figure", null, one.svg ? picture(one.svg) : null, h("figcaption", { class: "val" }, `${"GH"[i]} = `, ...(brief(one.value).length > 40 ? [one.value.short] : briefly(one.value))));
    };
    const facts = h("dl");
    const fact = (/** @type {Key} */ name, /** @type {HTMLElement | null} */ dd) => dd && facts.append(h("dt", { words: name }), dd);
    if (result.difference) fact("G − H", h("dd", { class: "val" }, ...(brief(result.difference).length > 60 ? [result.difference.short] : briefly(result.difference))));
    const { words, remark, sign: mark_ } = outcomeWords({ letter: result.outcome });
    fact("Winner of it", h("dd", null, icon(mark_, 13), " ", h("span", { words }), ...(remark ? [" ", h("span", { class: "minor", words: remark })] : [])));
    fact("Left first", told(result.left_starts, "Left"));
    fact("Right first", told(result.right_starts, "Right"));
    body.replaceChildren(h("div", { class: "cmp" }, side(0), h("div", { class: "rel" }, sign, h("small", { words: sentence })), side(1), facts));
  }

  void tell();
  return { dom, mark };
}
