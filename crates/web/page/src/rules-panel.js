// The rules as text: read from the moves on, or changed in a copy.
import { asking } from "./asking.js";
import { button, h, said } from "./dom.js";
import { findButton } from "./find.js";
import { keep, kept } from "./keep.js";
import { learn } from "./messages.js";
import { diagnostic } from "./running.js";

/** Rules that the reader wrote, the newest first. @typedef {{name: string, text: string, kind: string, summary: string, opening: string, ending: string}} Own */

/** @returns {Own[]} */
export function ownRules() {
  try {
    const told = JSON.parse(kept("own-rules") ?? "[]");
    return Array.isArray(told) ? told.filter((one) => typeof one?.name === "string" && typeof one?.text === "string") : [];
  } catch {
    return [];
  }
}

/** @param {Own} one */
function remember(one) {
  keep("own-rules", JSON.stringify([one, ...ownRules().filter((other) => other.name !== one.name)].slice(0, 24)));
}

/** Takes rules out of what is kept. @param {string} name */
export function forget(name) {
  keep("own-rules", JSON.stringify(ownRules().filter((one) => one.name !== name)));
}

const MOVES = /^\s*(?:Left|Right|Both)\s*:/;

/**
 * @param {{use: (text: string, told: any) => void, sequence: (text: string) => void, cell: (text: string) => void}} acts
 */
export function rulesPanel(acts) {
  const area = h("textarea", { class: "rulestext", rows: 12, spellcheck: "false", label: "Rules as text", hidden: true });
  const read = h("div", { class: "rulesread", tabindex: 0, role: "region", label: "Rules as text" });
  const say = h("div", { class: "rulessay", role: "status" });
  const place = asking(say);
  const change = button("Change a copy", () => edit(), { class: "btn btn-line" });
  const use = button("Use these rules", () => void take(), { class: "btn btn-line", hidden: true });
  const cell = button("To the notebook", () => acts.cell(area.value));
  const sequence = button("To the sequences", () => acts.sequence(area.value));
  const rule = findButton(() => ({ rules: area.value }));
  const dom = h("section", { class: "rulesbox", hidden: true, label: "Rules as text" }, read, area, h("div", { class: "tools" }, change, use, cell, sequence, rule), say);

  function edit() {
    read.hidden = true;
    area.hidden = false;
    change.hidden = true;
    use.hidden = false;
    const lines = area.value.split("\n");
    area.rows = Math.max(8, Math.min(24, lines.length + 1));
    area.focus();
    const first = lines.findIndex((line) => MOVES.test(line));
    if (first > 0) {
      const at = lines.slice(0, first).join("\n").length + 1;
      area.setSelectionRange(at, at);
    }
  }

  async function take() {
    const text = area.value;
    const answer = await place.ask("/api/rules/check", { text });
    if (!answer) return;
    const told = answer.result ?? {};
    say.replaceChildren(...(told.diagnostics ?? []).map((/** @type {any} */ d) => diagnostic(d, null)));
    if (told.diagnostics) return;
    learn([told]);
    remember({ name: told.name, text, kind: told.kind, summary: told.summary ?? "", opening: told.opening ?? "", ending: told.ending ?? "" });
    acts.use(text, told);
  }

  /** Lines with their numbers: comments folded, moves marked. @param {string} text */
  function show(text) {
    const lines = text.trimEnd().split("\n");
    const head = lines.findIndex((line) => !/^\s*(?:\/\/.*)?$/.test(line));
    let moving = false;
    const rows = lines.map((line, i) => {
      moving = MOVES.test(line) || (moving && /^\s+\S/.test(line));
      return h("div", { class: `rule-line${moving ? " rule-move" : ""}` }, h("span", { class: "rule-n", "aria-hidden": "true" }, String(i + 1)), h("code", null, line || " "));
    });
    const remarks = head > 0 ? h("details", null, h("summary", { words: head === 1 ? "Line 1: what it is" : ["Lines 1 to {0}: what it is, its source, an example", head] }), ...rows.slice(0, head)) : null;
    read.replaceChildren(...(remarks ? [remarks] : []), ...rows.slice(Math.max(0, head)));
  }

  return {
    dom,
    edit,
    /**
     * What is known of a ruleset.
     * @param {any} about
     * @param {string} text
     */
    tell(about, text) {
      area.value = text;
      show(text);
      read.hidden = text === "";
      area.hidden = true;
      change.hidden = false;
      use.hidden = true;
      rule.hidden = !["heap", "row"].includes(about?.kind);
      sequence.hidden = !["heap", "row"].includes(about?.kind);
      say.replaceChildren();
      if (!about) return;
      if (about.summary) say.append(h("p", { class: "say" }, said(about.summary)));
      if (about.ending) say.append(h("p", { class: "cap" }, said(about.ending)));
      if (about.symmetries) say.append(h("p", { class: "cap" }, h("span", { words: "Symmetries" }), `: ${about.symmetries.keeping ?? 0} + ${about.symmetries.exchanging ?? 0}`));
      for (const note of about.notes ?? []) say.append(h("p", { class: "cap" }, said(note)));
      if (about.source) say.append(h("p", { class: "cap" }, String(about.source)));
    },
  };
}
