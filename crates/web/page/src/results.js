// The answer of a cell: values, lists, boards, or what is wrong.
import { h, said } from "./dom.js";
import { moveList } from "./moves.js";
import { plotParts } from "./plots.js";
import { diagnostic, stoppedBox } from "./running.js";
import { valueParts } from "./value.js";
import { boardPicture } from "./board-picture.js";

/** @typedef {import("./api.js").Told} Told */
/** @typedef {{link: () => string, fix: (text: string) => void, more: () => void, open: (rules: string, position: string) => void, below: (text: string) => void}} Acts */

/**
 * One result: the value, and what can be drawn of it.
 * @param {Told} told
 * @param {Acts} acts
 * @param {boolean} alone
 */
function one(told, acts, alone) {
  const box = h("div", { class: "out" });
  if (!alone && told.source) box.append(h("p", { class: "wide source" }, h("code", null, told.name ? `${told.name} :=` : told.source)));
  const value = told.value;
  const plots = told.plots ?? [];
  const board = plots.find((plot) => plot.kind === "board");
  const parts = value ? valueParts(value, { link: acts.link, json: told }) : [];
  if (board) {
    box.append(boardCell(/** @type {any} */ (board), parts, acts));
    return box;
  }
  const drawn = plots.map((plot) => plotParts(plot, acts.below));
  // A list is told by its table; its text is one copy away.
  const [left, aside] = parts;
  if (left && plots.length > 0 && value && ((value.text.length > 60 && !plots.some((plot) => plot.kind === "picture")) || plots.some((plot) => ["periodic", "boards", "grid"].includes(plot.kind) || plot.entries))) left.querySelector(".result")?.remove();
  // A picture is its own value: its sentence is read beside it.
  const sentence = plots.find((plot) => plot.kind === "picture")?.sentence;
  if (left && sentence && value?.text.startsWith("(")) left.querySelector(".result")?.replaceWith(h("p", { class: "say" }, said(sentence)));
  const main = h("div");
  if (left) main.append(left);
  for (const plot of drawn) if (plot.main) main.append(plot.main);
  const besides = [aside, ...drawn.map((plot) => plot.aside)].filter((x) => x);
  // What can be copied stands in one row, under everything.
  const [tools, ...others] = main.querySelectorAll(".tools");
  for (const other of others) {
    tools.append(...other.children);
    other.remove();
  }
  if (tools) main.append(tools);
  box.append(main);
  if (besides.length > 0) {
    const side = h("div", { class: "aside" }, ...besides);
    box.append(side);
  } else {
    main.classList.add("wide");
  }
  return box;
}

/**
 * @param {import("./api.js").Board & {rules?: string}} board
 * @param {HTMLElement[]} parts
 * @param {Acts} acts
 */
function boardCell(board, parts, acts) {
  const right = h("div", null, ...parts.slice(0, 1));
  const moves = board.moves ?? [];
  if (moves.length > 0) {
    const sides = ["Left", "Right", "Both"].map((player) => ({ player, list: moves.filter((m) => m.player === player) })).filter((x) => x.list.length > 0);
    right.append(h("div", { class: "two two-stack" }, ...sides.map((x) => moveList(x.player, x.list, {}))));
  }
  const tools = right.querySelector(".tools");
  const rules = board.rules;
  if (tools && rules) tools.append(h("a", { class: "btn", href: "/boards", words: "Open the board", on: { click: (/** @type {Event} */ e) => (e.preventDefault(), acts.open(rules, board.position)) } }));
  const figure = boardPicture(board);
  return h("div", { class: "wide boardcell" }, h("div", null, figure, parts[1] ?? null), right);
}

/**
 * Everything a cell has to say.
 * @param {any} answer the result of `/api/eval`
 * @param {Acts} acts
 * @returns {HTMLElement[]}
 */
export function resultBoxes(answer, acts) {
  /** @type {HTMLElement[]} */
  const boxes = [];
  /** @type {Told[]} */
  const results = answer.results ?? [];
  const shown = results.filter((told) => told.value || told.plots?.length);
  for (const told of shown) boxes.push(one(told, acts, shown.length === 1));
  for (const told of results) {
    if (told.name && !told.value && !told.plots?.length) boxes.push(h("div", { class: "out" }, h("p", { class: "wide say" }, h("code", null, told.name), " ", h("span", { words: "is defined" }))));
  }
  if (answer.diagnostics) {
    const box = h("div", { class: "out" });
    if (answer.cell !== undefined && answer.cell !== null) box.append(h("p", { class: "wide say", words: ["In a cell above, which this one uses:"] }));
    const own = answer.cell === undefined || answer.cell === null;
    for (const d of answer.diagnostics) {
      if (d.kind === "stopped") box.append(stoppedBox({ stopped: answer.stopped, message: d.message }, acts.more));
      else box.append(diagnostic(d, own ? acts.fix : null));
    }
    boxes.push(box);
  }
  if (answer.stopped && !answer.diagnostics?.some((/** @type {any} */ d) => d.kind === "stopped")) boxes.push(h("div", { class: "out" }, stoppedBox(answer, acts.more)));
  return boxes;
}
