// The heat of a sum: every component's thermograph on one axis of temperature, and the moves that look at nothing else.
import { asking } from "./asking.js";
import { h, icon, s, said } from "./dom.js";
import { stoppedBox } from "./running.js";
import { place } from "./thermograph.js";
import { signs } from "./value.js";
import { put, t } from "./words.js";

/** @typedef {import("./api.js").Rules} Rules */
/** @typedef {import("./words.js").Key} Key */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{rules: Rules, position: string, name?: string} | {value: string}} Term */
/** @typedef {{board: number, name?: string, position: string, wins?: boolean}} Advised */
/** @typedef {{value: any, rules?: string, position?: string, svg?: string, mean?: string, temperature?: string, width?: string, left?: [string, string][], right?: [string, string][], none?: string, moves: number, winning: Advised[]}} Part */
/** @typedef {{ambient?: string, parts: Part[], thermostrat?: Advised | null, hotstrat?: Advised | null, winner?: string, none?: string, stopped?: string}} Heat */

const COLUMN = 168;
const LEFT = 52;
const HEIGHT = 292;
const TOP = 34;

export const letter = (/** @type {number} */ i) => String.fromCharCode(65 + (i % 26)) + (i >= 26 ? String(Math.floor(i / 26)) : "");
const r = (/** @type {number} */ x) => String(Math.round(x * 10) / 10);
/** How wide a text is drawn. @param {string} text */
const wide = (text) => [...text].reduce((sum, c) => sum + ((c.codePointAt(0) ?? 0) > 0x2e80 ? 12 : 6.9), 0);

/**
 * The terms of a question about a sum.
 * @param {Term} term
 */
export const asked = (term) => ("value" in term ? { value: term.value } : { rules: term.rules, position: term.position });

/** Steps of an axis: 1, 2 or 5 times a power of ten, or a half. @param {number} range */
function step(range) {
  if (range <= 3.5) return 0.5;
  const rough = range / 7;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((x) => x * power).find((x) => x >= rough) ?? 1;
}

/** What stands under a column: its name, and what it is. @typedef {{title: string, below: Words}} Caption */

/**
 * Thermographs beside one another on one axis of temperature.
 * @param {Heat} heat
 * @param {Caption[]} captions of its parts
 * @param {number} [low] the temperature at which they begin
 * @param {number} [column] width of one
 */
export function heatChart(heat, captions, low = -1, column = COLUMN) {
  const parts = heat.parts;
  const hot = parts.map((p) => (p.temperature ? place(p.temperature) : -1));
  const top = Math.max(1, ...hot) + 0.5;
  const unitT = HEIGHT / (top - low);
  const y = (/** @type {number} */ heat_) => TOP + (top - heat_) * unitT;
  const far = Math.max(0.5, ...parts.flatMap((p) => [...(p.left ?? []), ...(p.right ?? [])].map(([x]) => Math.abs(place(x) - place(p.mean ?? "0")))));
  const unitX = (column * 0.42) / far;
  const width = LEFT + parts.length * column + 16;
  const height = TOP + HEIGHT + 66;
  const named = captions.map((caption) => caption.title).join(", ");
  const svg = s("svg", { class: "pic heatchart", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", label: /** @type {Words} */ (["Thermographs on one axis: {0}", named]) });
  svg.append(s("rect", { class: "heat-below", x: LEFT, y: r(y(0)), width: width - LEFT - 16, height: r(-low * unitT) }));
  svg.append(s("text", { class: "q", x: 6, y: 16, words: "temperature ↑" }));
  const by = step(top - low);
  for (let heat_ = Math.ceil(low / by) * by; heat_ < top; heat_ += by) {
    const at = Math.round(heat_ * 2) / 2;
    svg.append(s("path", { class: at === 0 ? "heat-zero" : "heat-line", d: `M${LEFT} ${r(y(heat_))}H${width - 16}` }), s("text", { class: "end", x: LEFT - 8, y: r(y(heat_) + 4) }, signs(Number.isInteger(at) ? String(at) : `${at * 2}/2`)));
  }
  const ambient = heat.ambient === undefined ? null : place(heat.ambient);
  /** @type {SVGElement[]} */
  const over = [];
  parts.forEach((part, i) => {
    const middle = LEFT + (i + 0.5) * column;
    const mean = place(part.mean ?? "0");
    // Larger values lie to the left, as in every thermograph.
    const x = (/** @type {number} */ value) => middle - (value - mean) * unitX;
    const points = (/** @type {[string, string][] | undefined} */ wall) => (wall ?? []).map(([v, heat_]) => /** @type {[number, number]} */ ([place(v), place(heat_)]));
    const [left, right] = [points(part.left), points(part.right)];
    if (part.none !== undefined || left.length === 0) {
      svg.append(s("path", { class: "heat-none", d: `M${middle} ${TOP}V${TOP + HEIGHT}` }));
    } else {
      const line = (/** @type {[number, number][]} */ wall) => wall.map(([v, heat_], k) => `${k ? "L" : "M"}${r(x(v))} ${r(y(heat_))}`).join("");
      const back = [...right].reverse().map(([v, heat_]) => `L${r(x(v))} ${r(y(heat_))}`).join("");
      svg.append(s("path", { class: "heat-body", d: `${line(left)}${back}Z` }), s("path", { class: "wall wall-l", d: line(left) }), s("path", { class: "wall wall-r", d: line(right) }));
      svg.append(s("path", { class: "mast", d: `M${r(x(mean))} ${r(y(hot[i]))}V${TOP - 8}` }), s("circle", { class: "foot", cx: r(x(mean)), cy: r(y(hot[i])), r: 4 }));
      if (ambient !== null && part.width && place(part.width) > 0) {
        const [a, b] = [at(left, ambient), at(right, ambient)];
        over.push(s("path", { class: "wbar", d: `M${r(x(a))} ${r(y(ambient))}H${r(x(b))}` }), s("text", { class: "pt mid", x: r((x(a) + x(b)) / 2), y: r(y(ambient) - 8) }, signs(part.width)));
      }
      const roles = [heat.hotstrat?.board === i ? "hotstrat" : "", heat.thermostrat?.board === i ? "thermostrat" : ""].filter((one) => one);
      const gold = [heat.hotstrat, heat.thermostrat].some((one) => one?.board === i && one.wins === true);
      if (roles.length > 0) over.push(flag(roles.map((one) => t(/** @type {Key} */ (one))).join(" + ") + (gold ? t(", wins") : ""), x(mean), y(hot[i]), gold, width));
    }
    const { title, below } = captions[i];
    svg.append(s("text", { class: "hsv", x: middle, y: TOP + HEIGHT + 22 }, title.length > 20 ? `${title.slice(0, 19)}…` : title), s("text", { class: "hs", x: middle, y: TOP + HEIGHT + 40, words: below }));
    if (part.temperature && column >= COLUMN) svg.append(s("text", { class: "hs", x: middle, y: TOP + HEIGHT + 57, words: ["temperature {0}", signs(part.temperature)] }));
  });
  if (ambient !== null) svg.append(s("path", { class: "ambient", d: `M${LEFT} ${r(y(ambient))}H${width - 16}` }), s("text", { class: "pt end", x: width - 18, y: r(y(ambient) - 6), words: ["ambient {0}", signs(heat.ambient ?? "")] }));
  svg.append(...over);
  return svg;
}

/** A component of a sum under its column. @param {Part} part @param {number} i @param {Term | undefined} term @returns {Caption} */
function captioned(part, i, term) {
  const whole = part.value?.label ?? "?";
  const told = whole.length <= 15 ? whole : (part.value?.short ?? "?");
  return { title: `${letter(i)} = ${signs(told)}`, below: term && "value" in term ? "a value" : ["{0}", (part.rules ?? "").slice(0, 24)] };
}

/** Where a wall stands at a temperature. @param {[number, number][]} wall @param {number} heat */
function at(wall, heat) {
  for (let i = 1; i < wall.length; i += 1) {
    const [[a, low], [b, high]] = [wall[i - 1], wall[i]];
    if (heat <= high && high > low) return a + ((b - a) * (heat - low)) / (high - low);
  }
  return wall[wall.length - 1][0];
}

/** @param {string} text @param {number} x @param {number} y @param {boolean} gold @param {number} end */
function flag(text, x, y, gold, end) {
  const width = wide(text) + (gold ? 34 : 18);
  const left = x + 10 + width > end - 4 ? x - 10 - width : x + 10;
  const g = s("g", { class: "flag" }, s("rect", { class: gold ? "flagbox flagbox-win" : "flagbox", x: r(left), y: r(y - 12), width: r(width), height: 23, rx: 4 }));
  if (gold) g.append(s("path", { class: "tick-on", d: `M${r(left + 8)} ${r(y + 0.5)}l3.2 3.2 6-6.8` }));
  g.append(s("text", { class: gold ? "flagt flagt-win" : "flagt", x: r(left + (gold ? 24 : 9)), y: r(y + 4) }, text));
  return g;
}

/** What a move is called: of a value by what it becomes. @param {string} name @returns {Words} */
const named = (name) => (name.startsWith("to ") ? ["to {0}", name.slice(3)] : { message: name });

/**
 * What a component is, and what a move in it does.
 * @param {Heat} heat @param {Part} part @param {number} i
 */
function row(heat, part, i) {
  const roles = [];
  const temper = part.temperature ? place(part.temperature) : null;
  if (part.none !== undefined) roles.push(said(part.none));
  else {
    if (heat.thermostrat?.board === i) roles.push(h("span", { words: "thermostrat: widest at the ambient temperature" }));
    if (heat.hotstrat?.board === i) roles.push(h("span", { words: ["hotstrat: hottest, temperature {0}", signs(part.temperature ?? "")] }));
    if (roles.length === 0) roles.push(h("span", { words: temper !== null && temper < 0 ? "a number: nobody wants to move" : ["temperature {0}", signs(part.temperature ?? "?")] }));
  }
  const own = [heat.thermostrat, heat.hotstrat].find((one) => one?.board === i);
  if (own?.name) roles.push(h("span", { class: "minor", words: named(own.name) }));
  const wins = part.winning.length;
  const others = heat.parts.reduce((sum, p) => sum + p.winning.length, 0);
  const verdict = h("span", wins > 0 ? { class: "won" } : { class: "minor" });
  if (part.moves === 0) put(verdict, "no move");
  else if (wins > 0) {
    verdict.append(icon("i-tick", 13), h("span", { words: wins === 1 && others === 1 ? "the only winning move" : wins === 1 ? ["wins by {0}", t(named(part.winning[0].name ?? "1"))] : ["{0} of {1} win", wins, part.moves] }));
  } else if (heat.winner !== undefined) put(verdict, "loses");
  return h("li", null, h("b", null, letter(i)), h("span", { class: "hrole" }, ...roles.flatMap((one, k) => (k ? [" · ", one] : [one]))), h("span", { class: "val" }, part.width === undefined ? "" : h("span", { words: ["{0} wide", signs(part.width)] })), verdict);
}

/** The section with its list of components. */
export function heatSection() {
  /** @type {Term[]} */
  let terms = [];
  /** @type {"Left" | "Right"} */
  let player = "Left";
  const head = h("h2", { class: "ex-h2" });
  const cards = h("ol", { class: "heatcards", label: "Components" });
  const body = h("div", { class: "heatsum", hidden: true });
  const here = asking(body);
  const value = h("input", { class: "find", label: "A value, such as {1|-1}", hint: "A value, such as {1|-1}", spellcheck: "false", autocapitalize: "off" });
  const form = h("form", { class: "heatform" }, value, h("button", { class: "btn btn-line", type: "submit", words: "Add the value" }));
  const turn = h("div", { class: "seg", role: "group", label: "Who moves" });
  const empty = h("p", { class: "say", words: "Add two boards or values: each gets a column, hot ones reach high." });
  const dom = h("section", { class: "heatbox", label: "Heat of a sum" }, head, empty, cards, form, body);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (value.value.trim() === "") return;
    add({ value: value.value.trim() });
    value.value = "";
  });

  /** @param {Term} term */
  function add(term) {
    terms = [...terms, term];
    void tell();
  }

  function tellCards() {
    put(head, terms.length === 0 ? "Heat of a sum" : [player === "Left" ? "Heat of the sum {0}, Left to move" : "Heat of the sum {0}, Right to move", terms.map((_, i) => letter(i)).join(" + ")]);
    empty.hidden = terms.length > 0;
    turn.replaceChildren(...(/** @type {const} */ (["Left", "Right"])).map((one) => h("button", { type: "button", words: one, "aria-pressed": String(one === player), on: { click: () => {
      player = one;
      void tell();
    } } })));
    cards.replaceChildren(
      ...terms.map((term, i) => h("li", null, h("b", null, letter(i)), h("code", null, "value" in term ? term.value : term.position), h("button", { class: "btn btn-icon", type: "button", label: ["Take {0} out of the sum", letter(i)], on: { click: () => {
        terms = terms.filter((_, k) => k !== i);
            void tell();
      } } }, icon("i-x")))),
    );
  }

  async function tell() {
    here.drop();
    tellCards();
    body.hidden = terms.length === 0;
    if (terms.length === 0) return;
    const answer = await here.ask("/api/heat", { boards: terms.map(asked), player, limits: { seconds: 30 } });
    if (answer) show(answer.result);
  }

  /** @param {any} result */
  function show(result) {
    if (result?.diagnostics || result?.none !== undefined || !result?.parts) {
      const wrong = result?.diagnostics?.[0]?.message ?? result?.none ?? result?.message ?? "";
      body.replaceChildren(h("p", { class: "say", role: "alert" }, ...(result?.board !== undefined ? [`${letter(result.board)}: `] : []), said(wrong)));
      return;
    }
    /** @type {Heat} */
    const heat = result;
    const missing = heat.parts.findIndex((part) => part.none !== undefined);
    const remark = missing >= 0 ? h("p", { class: "cap" }, `${letter(missing)}: `, said(heat.parts[missing].none ?? "")) : h("p", { class: "cap", words: "The bar shows how wide each thermograph is at the ambient temperature, where the mover’s assured stop is best. Thermostrat is advice; gold is proved." });
    // Few columns share the width there is.
    const share = (body.clientWidth - LEFT - 80) / heat.parts.length;
    const chart = heatChart(heat, heat.parts.map((part, i) => captioned(part, i, terms[i])), -1, Math.max(COLUMN, Math.min(2 * COLUMN, Math.floor(share))));
    body.replaceChildren(turn, h("div", { class: "heatscroll", tabindex: 0, role: "region", label: "Heat of a sum" }, chart), h("ol", { class: "hlist" }, ...heat.parts.map((part, i) => row(heat, part, i))), remark);
    if (result.stopped) body.append(stoppedBox(result, null));
  }

  tellCards();
  /** @param {Term[]} to */
  const set = (to) => {
    terms = to;
    void tell();
  };
  return { dom, add, set };
}

