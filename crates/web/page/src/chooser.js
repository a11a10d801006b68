// The choice of a ruleset: a button, and under it a search through names, families and sentences, with pictures.
import { once } from "./api.js";
import { h, picture } from "./dom.js";
import { ruleset } from "./messages.js";
import { onSpeak, put, t, tongue } from "./words.js";

/** @typedef {import("./words.js").Key} Key */
/** @typedef {{name: string, kind: string, summary?: string, chinese?: {name: string, summary: string} | null, impartial?: boolean, text?: string}} About */

/** @type {Record<string, Key>} */
const KINDS = { grid: "Grids", hex: "Hexagons", strip: "Strips", row: "Rows", heap: "Heaps", graph: "Graphs", digraph: "Digraphs", edges: "Edges", own: "Drawn by hand" };

/** A ruleset as the reader calls it. @param {string} name */
export const named = (name) => (tongue() === "zh" ? ruleset(name) : name);

/** A board without its moves, as small as a sign. @param {string} svg */
function small(svg) {
  const made = picture(svg);
  for (const part of made?.querySelectorAll(".mv, .canvas, text") ?? []) part.remove();
  for (const name of ["aria-label", "role"]) made?.removeAttribute(name);
  return made;
}

/** What a search looks at. @param {About} one */
const words = (one) => {
  const also = /^\/\/ also: (.*)$/m.exec(one.text ?? "")?.[1] ?? "";
  return [one.name, also, one.summary, one.chinese?.name, one.chinese?.summary, KINDS[one.kind], t(KINDS[one.kind]), one.impartial ? "impartial 无偏" : "partizan 有偏"].join(" ").toLowerCase();
};

/**
 * @param {(name: string) => void} choose
 * @param {About[]} more entries beside the built-in rulesets
 * @param {string} [prefix] what tells its names from those of another chooser
 */
export function chooser(choose, more, prefix = "") {
  /** @type {About[]} */
  let list = [];
  let family = "";
  let at = 0;
  /** @type {HTMLElement[]} */
  let shown = [];
  /** @type {Record<string, string>} */
  let pictures = {};

  const face = h("span", { class: "chooser-name" });
  const thumb = h("span", { class: "thumb", "aria-hidden": "true" });
  const opener = h("button", { type: "button", class: "chooser", label: "Ruleset", "aria-haspopup": "listbox", "aria-expanded": "false" }, thumb, face, h("span", { "aria-hidden": "true" }, "▾"));
  const find = h("input", { class: "find", type: "search", role: "combobox", "aria-expanded": "true", "aria-controls": `${prefix}rulesets`, label: "Search rulesets", hint: "Search rulesets", autocomplete: "off", spellcheck: "false" });
  const chips = h("div", { class: "chips", role: "group", label: "Families" });
  const rows = h("ul", { id: `${prefix}rulesets`, role: "listbox", label: "Ruleset" });
  const box = h("div", { class: "chooser-box", role: "dialog", label: "Ruleset", hidden: true }, find, chips, rows);
  const dom = h("div", { class: "chooser-place" }, opener, box);

  const mark = (/** @type {number} */ to) => {
    at = Math.max(0, Math.min(shown.length - 1, to));
    shown.forEach((row, i) => row.setAttribute("aria-selected", String(i === at)));
    const row = shown[at];
    row?.scrollIntoView({ block: "nearest" });
    if (row) find.setAttribute("aria-activedescendant", row.id);
  };
  const tell = () => {
    const wanted = find.value.trim().toLowerCase().split(/\s+/).filter((x) => x);
    const hits = [...list, ...more].filter((one) => (family === "" || one.kind === family) && wanted.every((w) => words(one).includes(w)));
    // A name that begins as was typed comes first.
    const begins = (/** @type {About} */ one) => Number(wanted.length > 0 && [one.name, one.chinese?.name ?? ""].some((name) => name.toLowerCase().startsWith(wanted[0])));
    hits.sort((a, b) => begins(b) - begins(a));
    shown = [];
    rows.replaceChildren();
    for (const [kind, name] of Object.entries(KINDS)) {
      const group = wanted.length > 0 ? (kind === "grid" ? hits : []) : hits.filter((one) => one.kind === kind);
      if (group.length === 0) continue;
      if (wanted.length === 0) rows.append(h("li", { class: "family", role: "presentation" }, h("span", { words: name })));
      for (const one of group) {
        const row = h("li", { role: "option", id: `${prefix}ruleset-${shown.length}`, data: { name: one.name }, on: { click: () => pick(one.name) } }, h("span", { class: "thumb", "aria-hidden": "true" }, pictures[one.name] ? small(pictures[one.name]) : null), h("span", { class: "nm" }, h("b", null, one.kind === "own" ? t(/** @type {Key} */ (one.summary)) : named(one.name)), h("small", null, one.kind === "own" ? "" : tongue() === "zh" ? (one.chinese?.summary ?? one.summary ?? "") : (one.summary ?? ""))));
        shown.push(row);
        rows.append(row);
      }
    }
    if (shown.length === 0) rows.append(h("li", { class: "minor", words: ["Nothing found for {0}.", find.value] }));
    mark(0);
  };
  const close = () => {
    box.hidden = true;
    opener.setAttribute("aria-expanded", "false");
  };
  const pick = (/** @type {string} */ name) => {
    close();
    opener.focus();
    choose(name);
  };
  const open = () => {
    box.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    find.value = "";
    family = "";
    tellChips();
    tell();
    find.focus();
    once("/api/rules/pictures")
      .then((told) => {
        pictures = told.pictures ?? {};
        for (const row of shown) {
          const svg = pictures[row.dataset.name ?? ""];
          const place = row.querySelector(".thumb");
          if (svg && place && place.childElementCount === 0) place.append(small(svg) ?? "");
        }
      })
      .catch(() => {});
  };
  function tellChips() {
    const kinds = ["", ...Object.keys(KINDS).filter((kind) => list.some((one) => one.kind === kind))];
    chips.replaceChildren(...kinds.map((kind) => h("button", { type: "button", words: kind === "" ? "All" : KINDS[kind], "aria-pressed": String(kind === family), on: { click: () => {
      family = kind;
      tellChips();
      tell();
      find.focus();
    } } })));
  }
  opener.addEventListener("click", () => (box.hidden ? open() : close()));
  find.addEventListener("input", tell);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      opener.focus();
    } else if (event.key === "ArrowDown") mark(at + 1);
    else if (event.key === "ArrowUp") mark(at - 1);
    else if (event.key === "Enter" && event.target === find && shown[at]) pick(shown[at].dataset.name ?? "");
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!box.hidden && event.target instanceof Node && !dom.contains(event.target)) close();
  });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !dom.contains(event.relatedTarget)) close();
  });
  onSpeak(() => box.hidden || (tellChips(), tell()));

  return {
    dom,
    open,
    /** @param {About[]} to */
    know(to) {
      list = to;
      if (!box.hidden) {
        tellChips();
        tell();
      }
    },
    /** Tells what is open. @param {string} name @param {string} [svg] its board */
    tell(name, svg) {
      put(face, ["{0}", name]);
      thumb.replaceChildren((svg && small(svg)) || "");
    },
  };
}
