// Find the rule: a table as a picture, laws beside the pictures of their errors, and what is proved set as mathematics.
import { asking } from "./asking.js";
import { command } from "./commands.js";
import { button, h, icon, s, said, writes } from "./dom.js";
import { keep, kept, pack, saveFile, unpack } from "./keep.js";
import { diagnostic, stoppedBox } from "./running.js";
import { tex } from "./tex.js";
import { copier } from "./value.js";
import { count, put } from "./words.js";

/** @typedef {import("./words.js").Key} Key */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{game?: string, rules?: string, problem?: string, table?: string, values?: number[], from?: number}} Subject `problem` is an entry of the catalogue */
/** @typedef {{cell: number[], says: string | null, is: string}} Wrong */
/** @typedef {{law: import("./messages.js").Message}} SaidLaw the law as a sentence that has its Chinese */
/** @typedef {{status: string, class: string, law: string, said?: SaidLaw, bits: number, null_bits: number, trained: number, verified: number, wrong: number, errors?: Wrong[]}} Law */
/** @typedef {{low: number[], high: number[], values: any[]}} Drawn */
/** @typedef {{status: string, law?: string, said?: SaidLaw, schema?: string, states?: number, largest?: number, steps?: number, certificate?: string, certificate_bytes?: number, why?: string, stopped?: string, fails?: string, near?: any}} Proof */
/** @typedef {{of: string | null, names: string[], low: number[], trained_to: number[], cells: number, held_back: number, drawn: Drawn, laws: Law[], tried?: string[], proof?: Proof}} Column */

const EXAMPLES = ["laskers-nim", "0.77", "two-heap-nim", "euclid", "subtraction 1,3,4", "wythoff"];

/** What a law says as TeX, and what stands beside the formula. @param {string} law @returns {[string, Words | null]} */
export function lawTex(law) {
  const period = /^period (\d+)(?:, saltus (-?\d+))?(?: from (\d+) on)?: (\(.*)$/.exec(law);
  if (period) {
    const [, length, saltus, from, rest] = period;
    const more = saltus && saltus !== "0" ? ` ${saltus.startsWith("-") ? "-" : "+"} ${saltus.replace("-", "")}` : "";
    const [values, first] = rest.split(" after ");
    return [`g(n + ${length}) = g(n)${more} \\quad n \\ge ${from ?? 0}`, first ? ["{0} after {1}", values, first] : { message: values }];
  }
  let source = law.replace(/[{}]/g, (c) => `\\${c}`);
  for (const [word, [open, close]] of Object.entries({ floor: ["\\lfloor ", "\\rfloor "], sqrt: ["\\sqrt{", "}"] })) {
    for (let at = source.indexOf(`${word}(`); at >= 0; at = source.indexOf(`${word}(`)) {
      let end = at + word.length + 1;
      for (let depth = 1; end < source.length && depth > 0; end += 1) depth += source[end] === "(" ? 1 : source[end] === ")" ? -1 : 0;
      source = `${source.slice(0, at)}${open}${source.slice(at + word.length + 1, end - 1)}${close}${source.slice(end)}`;
    }
  }
  source = source
    .replace(/\bxor\b/g, "\\oplus ").replace(/\bmod\b/g, "\\bmod ").replace(/\b(min|max|gcd)\b/g, "\\$1 ").replace(/\balpha\b/g, "\\alpha ").replace(/\bbeta\b/g, "\\beta ")
    .replace(/ \* /g, " \\cdot ").replace(/<=/g, "\\le ").replace(/>=/g, "\\ge ").replace(/!=/g, "\\ne ").replace(/==/g, "=")
    .replace(/(?<![\\A-Za-z])([A-Za-z]{2,})(?![A-Za-z])/g, (word) => ` \\text{ ${word} } `);
  return [source, null];
}

/** Whether a law is a formula: an automaton and laws of parts are told in words, and what is too long is no formula to a reader. @param {string} law */
const isFormula = (law) => law.length < 400 && !/^(automaton|at )/.test(law);

/** A law as a formula or as it stands; a sentence with a formula in it is one formula to those only who read English. @param {string} law @param {SaidLaw | undefined} told @param {Element | null} made */
function lawRead(law, told, made) {
  const words = () => h("code", null, said(law, told?.law));
  if (!made) return words();
  if (!told || told.law.arguments.length === 0 || law.startsWith("period")) return made;
  return h("span", null, h("span", { data: { t: "en" } }, made), h("span", { data: { t: "zh" } }, words()));
}

/** What stands beside a formula. @param {Words | null} rest */
const besides = (rest) => (rest ? h("small", { class: "law-rest", words: rest }) : null);

/** A law as a formula, or as it stands. @param {Law} law */
function lawFormula({ law, said: told }) {
  const [source, rest] = lawTex(law);
  return h("span", { class: "law-eq" }, lawRead(law, told, isFormula(law) ? tex(source) : null), besides(rest));
}

/** The cells of what is drawn, row by row: a sequence in rows as long as its period, of more coordinates the slice at the first ones. @param {Drawn} drawn @param {number} length @param {number[]} at */
function grid(drawn, length, at) {
  if (drawn.low.length > 1) {
    const rows = /** @type {(number | null)[][]} */ (at.reduce((part, x, i) => part[x - drawn.low[i]], drawn.values));
    return { rows, width: rows[0]?.length ?? 0, flat: false };
  }
  /** @type {(number | null)[][]} */
  const rows = [];
  for (let i = 0; i < drawn.values.length; i += length) rows.push(drawn.values.slice(i, i + length));
  return { rows, width: length, flat: true };
}

/** Eight steps: a value each where there are no more, else shares of the greatest. @param {number | null} value @param {number} most */
const shade = (value, most) => (value === null ? "fnone" : value < 0 ? "fneg" : value === 0 ? "f0" : `f${most <= 12 ? Math.min(8, value) : 1 + Math.floor((8 * (value - 1)) / most)}`);

/**
 * One path a colour: as few elements as there are colours.
 * @param {string[][]} looks the class of each cell
 * @param {number} size
 */
function painted(looks, size) {
  /** @type {Map<string, string[]>} */
  const paths = new Map();
  looks.forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      let end = x + 1;
      while (end < row.length && row[end] === row[x]) end += 1;
      const list = paths.get(row[x]) ?? [];
      list.push(`M${x * size} ${y * size}h${(end - x) * size}v${size}h${-(end - x) * size}z`);
      paths.set(row[x], list);
      x = end;
    }
  });
  return [...paths].map(([look, list]) => s("path", { class: look, d: list.join("") }));
}

/**
 * The table: gold zeros, a frame round what laws are found from; pointing and arrows read it.
 * @param {Column} column @param {Drawn} drawn @param {number} length @param {number[]} at the first coordinates, all but the two that are seen
 */
function tablePicture(column, drawn, length, at) {
  const { rows: all, width, flat } = grid(drawn, length, at);
  const [across, down] = [drawn.low.length - 1, Math.max(0, drawn.low.length - 2)];
  // Of a sequence the beginning is read; the pictures of errors have all of it.
  const rows = flat ? all.slice(0, 24) : all;
  const size = Math.max(4, Math.min(20, Math.floor(400 / Math.max(1, width))));
  const [left, top] = [34, 8];
  const high = rows.length * size;
  // Slices of one table have their colours in common.
  const most = drawn.values.flat(Infinity).reduce((most, v) => Math.max(most, v ?? 0), 0);
  const svg = s("svg", { class: size < 10 ? "pic findpic findfine" : "pic findpic", viewBox: `0 0 ${left + width * size + 6} ${top + high + 24}`, role: "img", tabindex: 0, label: "The table as a picture; arrows read its entries" });
  const g = s("g", { transform: `translate(${left} ${top})` }, ...painted(rows.map((row) => row.map((value) => shade(value, most))), size));
  svg.append(g);
  const [row0, column0] = [drawn.low[down], flat ? 0 : drawn.low[across]];
  const every = (/** @type {number} */ n) => Math.max(1, [1, 2, 5, 10, 20, 50].find((x) => n / x <= 9) ?? 100);
  for (let y = 0; y < rows.length; y += every(rows.length)) g.append(s("text", { class: "q end", x: -6, y: y * size + size / 2 + 4 }, String(flat ? row0 + y * length : row0 + y)));
  for (let x = 0; x < width; x += every(width)) {
    // A mark at the edge would be cut in its middle.
    const edge = (width - x) * size < 12;
    g.append(s("text", { class: edge ? "q end" : "q mid", x: edge ? width * size : x * size + size / 2, y: high + 16 }, flat ? `+${x}` : String(column0 + x)));
  }
  if (!flat && at.every((x, i) => x <= column.trained_to[i])) g.append(s("rect", { class: "findbox", x: 0, y: 0, width: Math.min(width, column.trained_to[across] - column0 + 1) * size, height: Math.min(rows.length, column.trained_to[down] - row0 + 1) * size }));
  const cursor = s("rect", { class: "cursor", width: size, height: size, visibility: "hidden" });
  g.append(cursor);
  const read = h("p", { class: "cap readout", role: "status" });
  let [cx, cy] = [0, 0];
  const tell = (/** @type {number} */ x, /** @type {number} */ y) => {
    const value = rows[y]?.[x];
    if (value === undefined) return;
    [cx, cy] = [x, y];
    for (const [name, at] of Object.entries({ x: x * size, y: y * size })) cursor.setAttribute(name, String(at));
    cursor.setAttribute("visibility", "visible");
    const cell = flat ? [row0 + y * length + x] : [...at, row0 + y, column0 + x];
    const names = cell.map((x, i) => `${column.names[i]} = ${x}`).join(", ");
    put(read, value === null ? ["{0}: not known", names] : ["{0}: value {1}", names, value]);
  };
  svg.addEventListener("pointermove", (event) => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    tell(Math.floor((at.x - left) / size), Math.floor((at.y - top) / size));
  });
  svg.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    tell(Math.max(0, Math.min(width - 1, cx + way[0])), Math.max(0, Math.min(rows.length - 1, cy + way[1])));
  });
  const from = (/** @type {number} */ i) => Math.ceil(((i - 1) * most) / 8) + 1;
  const key = h("div", { class: "key" }, ...Array.from({ length: Math.min(8, most) + 1 }, (_, i) => h("span", null, h("i", { class: `fkey f${i}` }), most <= 12 || i === 0 ? (i === 8 && most > 8 ? h("span", { words: "8 or more" }) : String(i)) : `${from(i)}–${i === 8 ? most : from(i + 1) - 1}`)));
  return h("figure", { class: "findtable" }, svg, read, key);
}

/** On how many cells a law is wrong. @param {Law} law @returns {Words} */
const errors = (law) => (law.wrong === 1 ? "1 error" : ["{0} errors", count(law.wrong)]);

/** Where a law is wrong. @param {Drawn} drawn @param {Law} law @param {number} length @param {number[]} at */
function errorPicture(drawn, law, length, at) {
  const { rows, width, flat } = grid(drawn, length, at);
  const [row0, column0] = drawn.low.slice(-2);
  const wrong = new Set((law.errors ?? []).map((one) => one.cell.join(",")));
  const key = (/** @type {number} */ x, /** @type {number} */ y) => (flat ? String(row0 + y * length + x) : [...at, row0 + y, column0 + x].join(","));
  const looks = rows.map((row, y) => row.map((_, x) => (wrong.has(key(x, y)) ? "er1" : "er0")));
  return s("svg", { class: "pic errpic", viewBox: `0 0 ${width * 4} ${Math.max(1, rows.length) * 4}`, preserveAspectRatio: "none", role: "img", label: law.wrong === 0 ? "No errors" : errors(law) }, ...painted(looks, 4));
}

/** @param {SVGElement} picture where it is wrong @param {Law} law @param {boolean} first */
function lawRow(picture, law, first) {
  const fact = (/** @type {Key} */ name, /** @type {Words} */ value, bad = false) => h("div", null, h("dt", { words: name }), h("dd", { class: bad ? "bad-word" : undefined, words: value }));
  const wrong = law.errors?.[0];
  const verdict = law.wrong === 0 ? h("p", { class: "won" }, icon("i-tick", 13), h("span", { words: ["no errors on {0} cells held back", count(law.verified)] })) : h("p", { class: "cap" }, h("span", { words: errors(law) }), wrong ? h("span", null, " · ", h("span", { words: ["first at ({0}): it says {1}, {2} is so", wrong.cell.join(", "), wrong.says ?? "?", wrong.is] })) : null);
  const seen = h("li", { class: first && law.wrong === 0 ? "law law-best" : "law" }, picture, h("div", { class: "law-say" }, lawFormula(law), verdict), h("dl", null, fact("errors", { message: count(law.wrong) }, law.wrong > 0), fact("length of the law", ["{0} bits", count(law.bits)]), fact("without a law", ["{0} bits", count(law.null_bits)])));
  return seen;
}

/** The theorem, or what is no theorem yet. @param {any} told @param {Column} column @param {Subject} subject */
function statement(told, column, subject) {
  const law = column.laws[0];
  if (!law) return null;
  const proof = column.proof;
  const proved = proof?.status === "theorem";
  const refuted = proof?.status === "refuted" || law.status === "refuted";
  const name = told.game ? (told.code && told.code !== told.game ? `${told.game}, ${told.code}` : told.game) : "";
  const shown = proof?.law ?? law.law;
  const [source, rest] = lawTex(shown);
  const made = isFormula(shown) ? tex(source.startsWith("g(") ? source : `g(${column.names.join(", ")}) = ${source}`) : null;
  made?.setAttribute("display", "block");
  /** @type {Words} */
  const lead = name ? ["For all heaps the values of {0} are", name] : "The values are";
  const head = h("p", { class: "thm-lead" }, h("b", { words: proved ? "Theorem." : refuted ? "Refuted." : "Conjecture." }), " ", h("span", { words: lead }));
  const foot = h("div", { class: "thm-foot" });
  if (proved && proof) {
    const file = `${(told.game ?? "law").replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.cert`;
    foot.append(h("b", { class: "won" }, icon("i-tick", 13), h("span", { words: "Proved" })));
    if (proof.states !== undefined) foot.append(h("span", { words: ["{0} states, {1} steps", proof.states, proof.steps ?? 0] }));
    foot.append(h("span", { class: "minor" }, said(proof.schema ?? "")));
    if (proof.certificate) foot.append(button("Save the certificate", () => saveFile(file, proof.certificate ?? "", "text/plain"), { class: "btn btn-line" }), h("code", null, `farstar check ${file}`));
  } else {
    const cells = count(law.trained + law.verified);
    foot.append(h("b", { words: refuted ? "Refuted" : "Checked, not proved" }), h("span", { words: law.wrong === 1 ? ["{0} cells, 1 error", cells] : ["{0} cells, {1} errors", cells, count(law.wrong)] }));
    const why = proof?.why ?? proof?.fails;
    if (why) foot.append(h("span", { class: "minor" }, said(why)));
    if (proof?.near !== undefined && proof.near !== null) foot.append(h("code", null, JSON.stringify(proof.near)));
    if (subject.table !== undefined || subject.values) foot.append(h("span", { class: "minor", words: "A table alone cannot be proved: give its rules." }));
  }
  foot.append(h("span", { class: "spring" }), copier("LaTeX", () => source), copier("Copy", () => shown));
  return h("section", { class: `thm ${proved ? "thm-proved" : refuted ? "thm-refuted" : "thm-open"}` }, head, told.rows ? h("pre", { class: "rawtext" }, told.rows) : null, h("div", { class: "thm-eq", tabindex: 0 }, lawRead(shown, proof?.law ? proof.said : law.said, made)), besides(rest), foot);
}

/** Fills the part of the page that finds rules. */
export function find() {
  const root = /** @type {HTMLElement} */ (document.querySelector("main[data-view=find]"));
  const game = h("input", { class: "find", id: "find-game", spellcheck: "false", autocapitalize: "off" });
  const text = h("textarea", { class: "rulestext", rows: 6, spellcheck: "false", label: "Own rules or a table" });
  const own = h("details", { class: "ownrules" }, h("summary", { words: "Own rules or a table" }), text, h("p", { class: "cap", words: "Rules of heaps, or a table: a cell a line, its coordinates and its value. Empty, the game above is taken." }));
  const winners = h("input", { type: "checkbox", id: "find-winners" });
  const form = h("form", { class: "seqform" }, h("div", null, h("label", { for: "find-game", class: "cap", words: "Game: a code or a name" }), game), h("p", { class: "letters" }, winners, h("label", { for: "find-winners", words: "only who wins" })), h("button", { class: "btn btn-main", type: "submit", words: "Find the rule" }));
  const examples = h("div", { class: "examples" }, ...EXAMPLES.map((name) => h("button", { class: "btn", type: "button", on: { click: () => take({ game: name }) } }, h("code", null, name))));
  const slider = h("input", { type: "range", min: 8, max: 80, step: 1, id: "find-box" });
  const boxed = h("b");
  const sliderRow = h("div", { class: "slider" }, h("label", { for: "find-box", words: "Box" }), slider, boxed);
  const longer = button("Search longer", () => void run(true), { class: "btn btn-line" });
  const state = h("div", { class: "seqstate", role: "status" });
  const result = h("div", { class: "findresult" });
  const place = asking(state, { patience: 300, dim: [result] });
  root.append(h("h1", { words: "Find the rule" }), form, examples, own, h("div", { class: "findtools" }, sliderRow, longer), state, result);
  /** @type {Subject} */
  let subject = { game: "laskers-nim" };
  /** The share of a table, or the last heap of a game; 0: as the engine likes. */
  let box = 0;

  const isGame = () => (subject.game ?? subject.rules ?? subject.problem) !== undefined;
  const tellBox = () => {
    slider.max = isGame() ? "80" : "100";
    slider.min = isGame() ? "8" : "20";
    if (box > 0) slider.value = String(box);
    put(boxed, box === 0 ? "as large as it likes" : isGame() ? ["to {0}", box] : ["{0} % of the cells", box]);
  };
  slider.addEventListener("input", () => {
    box = Number(slider.value);
    tellBox();
  });
  slider.addEventListener("change", () => void run());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const written = text.value.trim();
    take(written === "" ? { game: game.value.trim() } : /^\s*(\/\/.*\n\s*)*game\b/.test(written) ? { rules: written } : { table: written });
  });

  /** @param {Subject} to */
  function take(to) {
    subject = to;
    box = 0;
    game.value = to.game ?? to.problem ?? "";
    text.value = to.rules ?? to.table ?? "";
    if (to.rules || to.table) own.open = true;
    slider.value = "40";
    tellBox();
    if (to.game) keep("find", JSON.stringify(to));
    void run();
  }

  async function run(more = false) {
    const bounds = box === 0 ? {} : isGame() ? { to: box } : { hold_out: Math.min(0.8, Math.max(0, 1 - box / 100)) };
    const answer = await place.ask("/api/find", { ...subject, ...bounds, outcomes: winners.checked, prove: isGame(), more, seconds: more ? 30 : 5, limits: { seconds: more ? 90 : 30 } });
    if (answer) show(answer.result ?? {});
  }

  /** @param {any} told */
  function show(told) {
    state.replaceChildren();
    if (told.diagnostics) {
      result.replaceChildren(...told.diagnostics.map((/** @type {any} */ d) => diagnostic(d, null)));
      return;
    }
    /** @type {Column[]} */
    const columns = told.columns ?? [];
    result.replaceChildren(...columns.map((column) => columnBox(told, column)));
    if (told.stopped) result.append(stoppedBox(told, null));
  }

  /** @param {any} told @param {Column} column */
  function columnBox(told, column) {
    const period = /^period (\d+)/.exec(column.laws[0]?.law ?? "");
    const length = Math.max(6, Math.min(48, Number(period?.[1] ?? 24)));
    // Short periods stand several times in a row.
    const wide = length <= 12 && period ? length * Math.floor(24 / length) : length;
    const { drawn } = column;
    // Of more coordinates than a picture has a slice is seen, and the others are chosen.
    const at = drawn.low.slice(0, -2);
    const table = h("div", null, tablePicture(column, drawn, wide, at));
    const list = h("ol", { class: "laws" });
    const slices = at.map((low, i) => h("label", { class: "cap slice" }, h("span", null, `${column.names[i]} = `), h("input", { class: "find", type: "number", min: low, max: drawn.high[i], value: low, on: { input: (/** @type {Event} */ event) => {
      const x = /** @type {HTMLInputElement} */ (event.target).valueAsNumber;
      if (!(Number.isInteger(x) && x >= low && x <= drawn.high[i])) return;
      at[i] = x;
      table.replaceChildren(tablePicture(column, drawn, wide, at));
      list.querySelectorAll(".errpic").forEach((old, k) => old.replaceWith(errorPicture(drawn, column.laws[k], wide, at)));
    } } })));
    const fill = (/** @type {number} */ from, /** @type {number} */ to) => list.append(...column.laws.slice(from, to).map((law, i) => lawRow(errorPicture(drawn, law, wide, at), law, from + i === 0)));
    fill(0, 4);
    const shown = h("div", { class: "find-laws" }, h("h2", null, h("span", { words: "Laws" }), " ", h("span", { class: "minor", words: ["{0} found, the shortest first", column.laws.length] })));
    if (column.laws.length === 0) shown.append(h("p", { class: "say", words: ["No law shorter than the table. Tried: {0}.", { message: (column.tried ?? []).join(", ") }] }));
    else shown.append(list);
    if (column.laws.length > 4) {
      const all = button(["Show all {0}", column.laws.length], () => {
        fill(4, column.laws.length);
        all.remove();
      });
      shown.append(all);
    }
    const proved = statement(told, column, subject);
    if (proved) shown.append(proved);
    const name = [told.game ?? subject.game ?? "", column.of ?? ""].filter((x) => x).join(" · ");
    return h("section", { class: "fd" }, h("div", { class: "fdpic" }, name ? h("h2", null, name) : null, ...slices, table, h("p", { class: "cap", words: ["Laws are found on {0} cells and tried on {1} more.", count(column.cells), count(column.held_back)] })), shown);
  }

  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.shown !== "find" || event.defaultPrevented || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key === ".") place.stop();
    else if (event.ctrlKey || event.metaKey || writes(event.target) || kept("letters") === "off") return;
    else if (event.key === "[" || event.key === "]") {
      box = Math.max(Number(slider.min), Math.min(Number(slider.max), (box || Number(slider.value)) + (event.key === "]" ? 4 : -4)));
      tellBox();
      void run();
    } else return;
    event.preventDefault();
  });
  command("Stop", "Ctrl .", () => place.stop(), "find");

  for (const told of [unpack(location.hash.slice(1)), kept("find")]) {
    try {
      const one = JSON.parse(told ?? "");
      if ([one?.game, one?.table, one?.rules, one?.problem].some((text) => typeof text === "string")) {
        subject = one;
        break;
      }
    } catch {
      // nothing there
    }
  }
  let waiting = true;
  // Whoever brings a table does so at once.
  queueMicrotask(() => waiting && take(subject));
  return {
    link: () => `${location.origin}/find#${pack(JSON.stringify(subject))}`,
    /** @param {Subject} to */
    show: (to) => {
      waiting = false;
      take(to);
    },
  };
}

/** A button that asks for the rule behind something. @param {() => Subject} subject */
export const findButton = (subject) => button("Find the rule", () => document.dispatchEvent(new CustomEvent("find-rule", { detail: subject() })));
