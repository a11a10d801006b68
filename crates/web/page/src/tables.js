// Tables of values: rows and columns coloured by winner, mean or temperature, and lists that are sorted by any column.
import { button, h, picture } from "./dom.js";
import { together } from "./editor.js";
import { kept } from "./keep.js";
import { briefly } from "./moves.js";
import { copier, outcomeWords, signs } from "./value.js";

/** @typedef {import("./words.js").Key} Key */
/** @typedef {{value: import("./api.js").Value, outcome: string, mean: string, temperature: string}} Entry */
/** @typedef {{entry: Entry | null, place: string, at: number}} Row */
/** @typedef {"outcome" | "mean" | "temperature"} Sort */

/** @type {[Sort, Key][]} */
const COLOURS = [["outcome", "Who wins"], ["mean", "Mean"], ["temperature", "Temperature"]];

/** A rational as a number, for its colour only. @param {string} text */
const size = (text) => {
  const [a, b = "1"] = text.split("/");
  return Number(a) / Number(b);
};

/** The class of an entry's colour. @param {Entry} entry @param {Sort} by @param {number} most */
function shade(entry, by, most) {
  if (by === "outcome") return `by-${entry.outcome.toLowerCase()}`;
  const x = size(by === "mean" ? entry.mean : entry.temperature);
  if (by === "mean") return x === 0 ? "m0" : `m${x > 0 ? "l" : "r"}${Math.abs(x) > most / 2 ? 2 : 1}`;
  return x < 0 ? "v1" : `v${Math.min(4, 2 + Math.floor((2.99 * x) / Math.max(most, 1e-9)))}`;
}

/** The text of a value that reads back, on one line. @param {Entry | null} entry */
const plain = (entry) => entry?.value.text ?? (entry ? `~${entry.mean}` : "");

/** @param {Entry | null} entry */
const latex = (entry) => (entry ? (entry.value.latex ?? `\\sim ${entry.mean}`) : "");

/** @param {string[][]} rows */
const tsv = (rows) => rows.map((row) => row.join("\t")).join("\n");
/** @param {string[][]} rows */
const array = (rows) => `\\begin{array}{r|${"c".repeat(Math.max(1, rows[0].length - 1))}}\n${rows.map((row, i) => row.join(" & ") + (i === 0 ? " \\\\ \\hline" : " \\\\")).join("\n")}\n\\end{array}`;

/**
 * A list of values that is sorted by any of its columns.
 * @param {Row[]} rows
 * @param {Record<string, number[]>} orders the places of the rows in the order of each column
 * @param {string} name what the first column counts
 */
function sortable(rows, orders, name) {
  const body = h("tbody");
  let by = "";
  let way = 1;
  const fill = () => {
    const places = orders[by];
    const list = [...rows].sort((a, b) => way * (places ? places[a.at] - places[b.at] || a.at - b.at : a.at - b.at));
    body.replaceChildren(
      ...list.map(({ entry, place }) => {
        if (!entry) return h("tr", null, h("th", { scope: "row" }, place), h("td", { colspan: 4, class: "minor", words: "not decided" }));
        const { words, sign } = outcomeWords({ letter: entry.outcome });
        return h("tr", null, h("th", { scope: "row" }, place), h("td", { class: "val", title: entry.value.text ?? undefined }, ...((entry.value.label ?? "").length > 28 ? [signs(entry.value.short ?? "…")] : briefly(entry.value))), h("td", { class: "wins" }, icon16(sign), h("span", { words })), h("td", { class: "val" }, signs(entry.mean)), h("td", { class: "val" }, signs(entry.temperature)));
      }),
    );
  };
  /** @type {[string, Key | null][]} */
  const columns = [["", null], ["value", "value"], ["outcome", "who wins"], ["mean", "mean"], ["temperature", "temperature"]];
  const heads = columns.map(([key, words]) => {
    const sort = h("button", { type: "button", ...(words ? { words } : {}), on: { click: () => {
      way = by === key ? -way : 1;
      by = key;
      heads.forEach((head, i) => head.setAttribute("aria-sort", columns[i][0] === by ? (way > 0 ? "ascending" : "descending") : "none"));
      fill();
    } } });
    if (!words) sort.textContent = name;
    return h("th", { scope: "col", "aria-sort": key === "" ? "ascending" : "none" }, sort);
  });
  fill();
  // Arrows read the entries, S sorts by the column of the one in hand.
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const cell = event.target instanceof Element ? event.target.closest("td, th") : null;
    const line = cell?.closest("tbody tr");
    const lines = [...body.children];
    const at = line && cell ? [lines.indexOf(line), [...line.children].indexOf(cell)] : null;
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (way) {
      const next = /** @type {HTMLElement | undefined} */ (lines[at ? at[0] + way[0] : 0]?.children[at ? at[1] + way[1] : 0]);
      if (!next) return;
      next.tabIndex = -1;
      next.focus();
    } else if (event.key === "s" && at && !event.ctrlKey && !event.metaKey && kept("letters") !== "off") {
      heads[at[1]]?.querySelector("button")?.click();
      /** @type {HTMLElement | undefined} */ (body.children[0]?.children[at[1]])?.setAttribute("tabindex", "-1");
      /** @type {HTMLElement | undefined} */ (body.children[0]?.children[at[1]])?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return h("div", { class: "tw", tabindex: 0, role: "region", label: "Table", on: { keydown: walk } }, h("table", { class: "plain-table sorted" }, h("thead", null, h("tr", null, ...heads)), body));
}

/** @param {string} name */
function icon16(name) {
  return /** @type {Element} */ (picture(`<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" class="who" aria-hidden="true"><use href="#${name}"/></svg>`));
}

/** A list of games, a row each. @param {import("./api.js").Plot} plot */
export function listed(plot) {
  /** @type {(Entry | null)[]} */
  const entries = plot.entries ?? [];
  const rows = entries.map((entry, at) => ({ entry, place: String(at + 1), at }));
  const text = () => [["n", "value", "outcome", "mean", "temperature"], ...rows.map(({ entry, place }) => [place, plain(entry), entry?.outcome ?? "", entry?.mean ?? "", entry?.temperature ?? ""])];
  const tex = () => [["n", "\\text{value}", "\\text{outcome}", "\\text{mean}", "\\text{temperature}"], ...rows.map(({ entry, place }) => [place, latex(entry), `\\mathcal ${entry?.outcome ?? ""}`, entry?.mean ?? "", entry?.temperature ?? ""])];
  const box = h("div", null, sortable(rows, plot.orders ?? {}, "n"));
  if (plot.more) box.append(h("p", { class: "cap", words: ["{0} more", plot.more] }));
  box.append(h("div", { class: "tools" }, copier("TSV", () => tsv(text())), copier("LaTeX table", () => array(tex()))));
  return box;
}

/** Games in rows and columns. @param {import("./api.js").Plot} plot */
export function grid(plot) {
  /** @type {(Entry | null)[][]} */
  const rows = plot.rows ?? [];
  const sides = plot.row_labels ?? [];
  const tops = plot.column_labels ?? [];
  const all = rows.flat();
  const most = { outcome: 0, mean: Math.max(0, ...all.map((e) => (e ? Math.abs(size(e.mean)) : 0))), temperature: Math.max(0, ...all.map((e) => (e ? size(e.temperature) : 0))) };
  const corner = plot.names ? plot.names.join(" \\ ") : "";
  const cells = rows.map((row) => row.map((entry) => {
    const short = entry?.value.short ?? "…";
    const long = (entry?.value.label ?? "").length > 14;
    return h("td", { title: entry?.value.text ?? undefined }, h("span", { class: "val" }, ...(entry && !long ? briefly(entry.value) : [signs(short)])), entry ? h("small", null, entry.outcome) : null);
  }));
  const key = h("div", { class: "key" });
  /** @param {Sort} by */
  const paint = (by) => {
    rows.forEach((row, r) => row.forEach((entry, c) => (cells[r][c].className = entry ? shade(entry, by, most[by]) : "")));
    for (const b of choice.children) b.setAttribute("aria-pressed", String(b.getAttribute("data-by") === by));
    const words = /** @type {[string, Key][]} */ (by === "outcome" ? [["by-l", "Left wins"], ["by-r", "Right wins"], ["by-n", "First player wins"], ["by-p", "Second player wins"]] : by === "mean" ? [["ml2", "for Left"], ["m0", "even"], ["mr2", "for Right"]] : [["v1", "numbers"], ["v2", "cold"], ["v4", "hottest"]]);
    key.replaceChildren(...words.map(([look, w]) => h("span", null, h("i", { class: `swatch ${look}` }), h("span", { words: w }))));
  };
  const choice = h("div", { class: "seg", role: "group", label: "Colour" }, ...COLOURS.map(([by, words]) => h("button", { type: "button", words, data: { by }, on: { click: () => paint(by) } })));
  const head = h("tr", null, h("th", null, corner), ...tops.map((/** @type {string} */ name) => h("th", { scope: "col" }, name)));
  const table = h("table", { class: "num values" }, h("thead", null, head), h("tbody", null, ...cells.map((row, r) => h("tr", null, h("th", { scope: "row" }, sides[r] ?? ""), ...row))));
  paint("outcome");
  const list = rows.flatMap((row, r) => row.map((entry, c) => ({ entry, place: `${sides[r]} × ${tops[c]}` }))).map((row, at) => ({ ...row, at }));
  const text = () => [[corner, ...tops], ...rows.map((row, r) => [sides[r] ?? "", ...row.map(plain)])];
  const tex = () => [[corner.replace("\\", "\\backslash"), ...tops], ...rows.map((row, r) => [sides[r] ?? "", ...row.map(latex)])];
  const sorted = h("div", { hidden: true }, sortable(list, plot.orders ?? {}, plot.names ? plot.names.join(" × ") : "n"));
  const toggle = button("As a list", () => {
    sorted.hidden = !sorted.hidden;
    toggle.setAttribute("aria-pressed", String(!sorted.hidden));
  }, { "aria-pressed": "false" });
  return h("div", null, h("div", { class: "colours" }, choice), h("div", { class: "tw", tabindex: 0, role: "region", label: "Table" }, table), key, sorted, h("div", { class: "tools" }, toggle, copier("TSV", () => tsv(text())), copier("LaTeX table", () => array(tex()))));
}

/**
 * Positions as small boards with their values; a press opens one in a new cell.
 * @param {import("./api.js").Plot} plot
 * @param {(text: string) => void} below
 */
export function smallBoards(plot, below) {
  /** @type {{rules: string, position: string, svg: string, alt: string, value?: import("./api.js").Value, outcome?: string}[]} */
  const boards = plot.boards ?? [];
  const box = h("div", { class: "smallboards" });
  const fill = (/** @type {number} */ from, /** @type {number} */ to) => {
    for (const one of boards.slice(from, to)) {
      const outcome = one.outcome ? outcomeWords({ letter: one.outcome }) : null;
      const name = together(one.rules);
      box.append(
        h("button", { type: "button", class: "smallboard", on: { click: () => below(`${name}("${one.position}")`) }, title: one.value?.text ?? undefined }, picture(one.svg), h("span", { class: "val" }, ...(one.value ? ((one.value.label ?? "").length > 18 ? [signs(one.value.short ?? "…")] : briefly(one.value)) : ["…"])), outcome ? h("span", { class: "wins" }, icon16(outcome.sign), h("span", { words: outcome.words })) : null),
      );
    }
  };
  fill(0, 12);
  const out = h("div", null, box);
  if (boards.length > 12) {
    const all = button(["Show all {0}", boards.length + (plot.more ?? 0)], () => {
      fill(12, boards.length);
      all.remove();
    });
    out.append(all);
  }
  return out;
}
