// Heap games by code: the sequence while it grows, its period with the proof, rare values, the picture of the structure.
import { asking } from "./asking.js";
import { button, h, said } from "./dom.js";
import { findButton } from "./find.js";
import { keep, kept, pack, unpack } from "./keep.js";
import { drawn, growing, heatmap, proof, sequenceTable, svgSaver } from "./plots.js";
import { diagnostic, stoppedBox } from "./running.js";
import { classes, structure } from "./structure.js";
import { copier } from "./value.js";
import { command } from "./commands.js";
import { count, put } from "./words.js";

const EXAMPLES = ["0.77", "0.137", "0.6", "subtraction 1,3,4", "turning 1-3", "0.007"];

/** Fills the part of the page with the sequences. */
export function sequences() {
  const root = /** @type {HTMLElement} */ (document.querySelector("main[data-view=sequences]"));
  const code = h("input", { class: "find", id: "game", spellcheck: "false", autocapitalize: "off" });
  const to = h("input", { class: "find", id: "to", type: "number", min: 10, max: 1000000, step: 1 });
  to.value = "500";
  code.value = "0.77";
  const go = button("Compute", () => {}, { class: "btn btn-main", type: "submit" });
  const form = h(
    "form",
    { class: "seqform" },
    h("div", null, h("label", { for: "game", class: "cap", words: "Game: a code or a name" }), code),
    h("div", null, h("label", { for: "to", class: "cap", words: "up to heap" }), to),
    go,
  );
  const ownText = h("textarea", { class: "rulestext", rows: 6, spellcheck: "false", label: "Own rules" });
  const own = h("details", { class: "ownrules" }, h("summary", { words: "Own rules" }), ownText, h("p", { class: "cap", words: "Rules of one heap, as on the boards; empty, the game above is taken." }));
  const examples = h("div", { class: "examples" }, ...EXAMPLES.map((text) => h("button", { class: "btn", type: "button", on: { click: () => {
    code.value = text;
    ownText.value = "";
    void run();
  } } }, h("code", null, text))));
  const state = h("div", { class: "seqstate", role: "status" });
  const result = h("div", { class: "seqresult" });
  const place = asking(state, { dim: [result] });
  root.append(h("h1", { words: "Sequences" }), form, examples, own, state, result);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });

  async function run() {
    const rules = ownText.value.trim();
    const game = rules ? (/^\s*game\s+"?([^"\n]+)"?/m.exec(rules)?.[1] ?? "").trim() : code.value.trim();
    const end = Math.max(1, Math.min(10000000, Math.round(Number(to.value) || 500)));
    if (!rules) keep("sequence", JSON.stringify([game, end]));
    /** @type {ReturnType<typeof growing> | null} */
    let live = null;
    /** @type {ReturnType<typeof structure> | null} */
    let shape = null;
    let asked = 0;
    const answer = await place.ask("/api/sequence", { ...(rules ? { rules } : { game }), to: end, from: 0 }, { part: (part) => {
      if (!Array.isArray(part.values)) return;
      if (!live) {
        live = growing();
        shape = structure();
        result.classList.remove("dim");
        result.replaceChildren(h("div", { class: "out" }, h("div", null, h("h2", null, game), shape.dom), h("div", { class: "aside" }, live.dom)));
      }
      const values = live.add(part.from ?? 0, part.values);
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => shape?.tell(values, { rare: part.rare }));
    } });
    if (!answer) return;
    const told = answer.result;
    state.replaceChildren();
    if (told?.diagnostics) {
      result.replaceChildren(...told.diagnostics.map((/** @type {any} */ d) => diagnostic(d, null)));
      return;
    }
    show(told ?? {}, game, end);
  }

  /** @param {any} told @param {string} game @param {number} end */
  function show(told, game, end) {
    const rules = ownText.value.trim();
    const asked_ = () => (rules ? { rules } : { game });
    /** @type {number[]} */
    const values = told.values ?? [];
    const name = told.game && told.code && told.game !== told.code ? `${told.game}, ${told.code}` : (told.game ?? game);
    if (told.rows) {
      const rows = h("div", null, h("h2", null, name), heatmap({ kind: "heatmap", rows: told.rows, svg: told.svg }));
      rows.append(h("div", { class: "key" }, h("span", null, h("i", { class: "z" }, "0"), h("span", { words: "lost for the player to move" }))), h("div", { class: "tools" }, copier("TSV", () => told.rows.map((/** @type {number[]} */ r) => r.join("\t")).join("\n")), copier("JSON", () => JSON.stringify({ ...told, svg: undefined }))));
      rows.querySelector(".tools")?.prepend(findButton(asked_));
      result.replaceChildren(h("div", { class: "out" }, rows));
      return;
    }
    const left = h("div", null, h("h2", null, name), proof(told.period, (told.length ?? values.length) - 1));
    if (told.none) left.append(h("p", { class: "say" }, said(told.none)));
    if (told.stopped) left.append(stoppedBox(told, null));
    if (told.rare) left.append(rare(told.rare));
    const shape = structure();
    shape.tell(values, told);
    left.append(shape.dom);
    const sorts = told.rare ? classes(told.rare) : null;
    if (sorts) left.append(sorts);
    left.append(h("h3", { words: "Table" }), sequenceTable(values, told.period));
    const aside = h("div", { class: "aside" });
    if (told.svg) aside.append(drawn(told.svg, told.period ? "Rings are the exceptions." : undefined));
    const further = Math.min(end * 10, 1000000);
    left.append(
      h(
        "div",
        { class: "tools" },
        findButton(asked_),
        copier("Copy", () => values.join(", ")),
        copier("TSV", () => values.map((v, n) => `${n}\t${v}`).join("\n")),
        copier("JSON", () => JSON.stringify({ ...told, svg: undefined })),
        copier("Link", () => `${location.origin}/sequences#${pack(JSON.stringify([game, end]))}`),
        aside.childElementCount > 0 ? svgSaver(() => aside, "sequence") : null,
        further > end ? button(["Go on to {0}", count(further)], () => {
          to.value = String(further);
          void run();
        }) : null,
      ),
    );
    if (told.method) left.append(h("p", { class: "cap", words: ["Method: {0}", { message: told.method }] }));
    result.replaceChildren(h("div", { class: "out" }, left, aside));
  }

  /** @param {Record<string, any>} facts */
  function rare(facts) {
    const row = h("dl", { class: "facts" });
    /** @type {[import("./words.js").Key, string][]} */
    const names = [["Mask of common values", "mask"], ["Heaps of rare value", "count"], ["Last rare at", "last"], ["Rare at", "heaps"]];
    for (const [name, key] of names) {
      if (facts[key] === undefined || facts[key] === null) continue;
      const list = Array.isArray(facts[key]) ? facts[key] : null;
      const value = list ? list.slice(0, 8).join(", ") + (list.length > 8 ? " …" : "") : String(facts[key]);
      row.append(h("div", null, h("dt", { words: name }), h("dd", null, h("span", { class: "val" }, value))));
    }
    return row;
  }

  command("Stop", "Ctrl .", () => place.stop(), "sequences");
  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.shown !== "sequences" || !(event.ctrlKey || event.metaKey) || event.key !== ".") return;
    event.preventDefault();
    place.stop();
  });

  try {
    const told = JSON.parse(unpack(location.hash.slice(1)) || (kept("sequence") ?? "null"));
    if (Array.isArray(told) && typeof told[0] === "string" && Number.isFinite(told[1])) {
      code.value = told[0];
      to.value = String(Math.min(told[1], 20000));
    }
  } catch {
    // nothing kept
  }
  put(state, "Working");
  void run();
  return {
    /** The sequence of own rules. @param {string} text */
    show: (text) => {
      ownText.value = text;
      own.open = true;
      void run();
    },
  };
}
