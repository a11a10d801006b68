// The structure of a sequence: its values in rows as long as the period, rare values dotted, exceptions boxed, one period framed.
// Drawn anew while the sequence grows: one path for each shade, so that thousands of squares cost little.
import { h, s } from "./dom.js";
import { count, label, put, t } from "./words.js";

/** @typedef {import("./api.js").Period} Period */
/** @typedef {{mask: number, by_parity: boolean, common: number, heaps: number[], classes?: [number, number, number][]}} Rare */
/** @typedef {{period?: Period | null, rare?: Rare | null}} Facts */

/** The width of all squares: on a phone half as many stand in a row, so that they and the numbers beside them are as large. */
const width = () => (matchMedia("(max-width: 640px)").matches ? 320 : 640);
const LEFT = 44;
const TOP = 16;
/** Squares that are drawn; the rest of a long sequence looks the same. */
const MOST = 12000;

/** Squares in a row: whole periods if the period fits. @param {number} length @param {Period | null | undefined} period @param {number} wide */
function rowOf(length, period, wide) {
  const p = period?.period ?? 0;
  if (p > 0 && p <= wide / 2) return p * Math.max(1, Math.floor((wide * (length > 1000 ? 0.15 : 0.0625)) / p));
  return wide * (length > 1000 ? 0.15 : length > 400 ? 0.075 : 0.05);
}

/** @param {number} v @param {number} most */
const shade = (v, most) => (v === 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((4 * v) / Math.max(1, most)))));

/** The picture with its words; `tell` draws it for what is known. */
export function structure() {
  const svg = s("svg", { class: "pic structure", viewBox: `0 0 ${LEFT + width()} 60`, role: "img", tabindex: 0 });
  const say = h("p", { class: "cap readout", role: "status" });
  const key = h("div", { class: "key" });
  const figure = h("figure", { class: "structurepic" }, h("figcaption", { class: "cap" }), svg, say, key);
  /** @type {{values: number[], row: number, size: number, rare: Set<number>, odd: Set<number>, shown: number}} */
  let now = { values: [], row: 1, size: 1, rare: new Set(), odd: new Set(), shown: 0 };
  let cursor = -1;
  const ring = s("rect", { class: "cursor", width: 0, height: 0, visibility: "hidden" });

  const read = (/** @type {number} */ n) => {
    if (n < 0 || n >= now.shown) return;
    cursor = n;
    const [x, y] = place(n);
    for (const [name, value] of Object.entries({ x, y, width: now.size - 1, height: now.size - 1, visibility: "visible" })) ring.setAttribute(name, String(value));
    const more = now.odd.has(n) ? "n = {0}: value {1}, an exception" : now.rare.has(n) ? "n = {0}: value {1}, rare" : "n = {0}: value {1}";
    put(say, [more, count(n), now.values[n]]);
  };
  const place = (/** @type {number} */ n) => [LEFT + (n % now.row) * now.size, TOP + Math.floor(n / now.row) * now.size];
  svg.addEventListener("pointermove", (event) => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [column, row] = [Math.floor((at.x - LEFT) / now.size), Math.floor((at.y - TOP) / now.size)];
    if (column >= 0 && column < now.row && row >= 0) read(row * now.row + column);
  });
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -now.row, ArrowDown: now.row }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    read(Math.max(0, Math.min(now.shown - 1, cursor < 0 ? 0 : cursor + step)));
  });

  return {
    dom: figure,
    /** @param {number[]} values @param {Facts} facts */
    tell(values, facts) {
      const { period, rare } = facts;
      const wide = width();
      const row = rowOf(values.length, period, wide);
      const size = Math.max(2, Math.min(16, wide / row));
      const shown = Math.min(values.length, Math.floor(MOST / row) * row, row * Math.floor(440 / size));
      now = { values, row, size, shown, rare: new Set(rare?.heaps ?? []), odd: new Set((period?.exceptions ?? []).map((e) => (Array.isArray(e) ? e[0] : e))) };
      const most = values.reduce((a, b) => Math.max(a, b), 0);
      const inner = size > 4 ? size - 1 : size;
      const paths = ["", "", "", "", ""];
      let dots = "";
      let boxes = "";
      for (let n = 0; n < shown; n += 1) {
        const [x, y] = place(n);
        paths[shade(values[n], most)] += `M${round(x)} ${round(y)}h${round(inner)}v${round(inner)}h-${round(inner)}z`;
        const r = Math.max(0.8, size / 7);
        if (now.rare.has(n)) dots += `M${round(x + inner / 2 - r)} ${round(y + inner / 2)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 -${round(2 * r)} 0`;
        if (now.odd.has(n) && size > 4) boxes += `M${round(x + 0.5)} ${round(y + 0.5)}h${round(inner - 1)}v${round(inner - 1)}h-${round(inner - 1)}z`;
      }
      const rows = Math.ceil(shown / row);
      const height = TOP + rows * size + 6;
      svg.setAttribute("viewBox", `0 0 ${LEFT + wide} ${Math.round(height)}`);
      svg.replaceChildren(...paths.map((d, i) => s("path", { class: `h${i}`, d })), s("path", { class: "odd", d: boxes }), s("path", { class: "rare", d: dots }));
      if (period && row % period.period === 0) {
        // Where one period ends and the next begins, and the first that is whole.
        for (let c = period.period; c < row; c += period.period) svg.append(s("path", { class: "axis", d: `M${round(LEFT + c * size - 0.5)} ${TOP - 3}V${round(TOP + rows * size)}` }));
        svg.append(s("path", { class: "periodframe", d: frame(period.preperiod, period.period, row, size) }));
      }
      const every = Math.max(1, Math.ceil(14 / size));
      for (let r = 0; r < rows; r += every) svg.append(s("text", { class: "tick", x: LEFT - 6, y: TOP + r * size + Math.min(size, 12) - 1, "text-anchor": "end" }, String(r * row)));
      const step = period && row % period.period === 0 ? period.period : Math.max(1, row / 4);
      for (let c = 0; c < row; c += step) svg.append(s("text", { class: "tick", x: LEFT + c * size, y: TOP - 5 }, `+${c}`));
      svg.append(ring);
      const words = /** @type {import("./words.js").Words} */ (row === period?.period ? ["The first {1} values in rows of {0}, one period.", row, count(shown)] : period && row % period.period === 0 ? ["The first {3} values in rows of {0}: {1} periods of {2}.", row, row / period.period, period.period, count(shown)] : ["The first {1} values in rows of {0}.", row, count(shown)]);
      put(/** @type {HTMLElement} */ (figure.firstElementChild), words);
      label(svg, "aria-label", words);
      key.replaceChildren(h("span", null, square("h0"), h("span", { words: "second player wins" })), h("span", null, square("h1"), square("h2"), square("h3"), square("h4"), h("span", { words: ["values 1 to {0}", most] })));
      if (now.rare.size > 0) key.append(h("span", null, square("h1", "M8 5a3 3 0 1 0 .1 0z"), h("span", { words: "rare value" })));
      if (now.odd.size > 0 && size > 4) key.append(h("span", null, square("h1", "", true), h("span", { words: "exception" })));
      if (period && row % period.period === 0) key.append(h("span", null, s("svg", { class: "swatch", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { class: "periodframe", d: "M1 4h14v8H1z" })), h("span", { words: "the first whole period" })));
      if (cursor < 0) put(say, "Point at a square to read it.");
    },
  };
}

/** @param {string} looks @param {string} [dot] @param {boolean} [boxed] */
const square = (looks, dot, boxed) => s("svg", { class: "swatch", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { class: looks, d: "M1 1h14v14H1z" }), dot ? s("path", { class: "rare", d: dot }) : null, boxed ? s("path", { class: "odd", d: "M1.5 1.5h13v13h-13z" }) : null);

/** @param {number} x */
const round = (x) => Math.round(x * 100) / 100;

/** The outline of the squares from `first` on, `length` of them, over the ends of rows. @param {number} first @param {number} length @param {number} row @param {number} size */
function frame(first, length, row, size) {
  const [r, c] = [Math.floor(first / row), first % row];
  const [r2, c2] = [Math.floor((first + length - 1) / row), ((first + length - 1) % row) + 1];
  const x = (/** @type {number} */ column) => round(LEFT + column * size - 0.5);
  const y = (/** @type {number} */ line) => round(TOP + line * size - 0.5);
  if (r === r2) return `M${x(c)} ${y(r)}H${x(c2)}V${y(r + 1)}H${x(c)}Z`;
  if (r2 === r + 1 && c2 <= c) return `M${x(c)} ${y(r)}H${x(row)}V${y(r + 1)}H${x(c)}ZM${x(0)} ${y(r2)}H${x(c2)}V${y(r2 + 1)}H${x(0)}Z`;
  return `M${x(c)} ${y(r)}H${x(row)}V${y(r2)}H${x(c2)}V${y(r2 + 1)}H${x(0)}V${y(r + 1)}H${x(c)}Z`;
}

/**
 * The values by their class in the sparse space: how often each comes; the rare class is dark and dotted.
 * @param {Rare} rare
 */
export function classes(rare) {
  const all = (rare.classes ?? []).slice(0, 64);
  if (all.length === 0) return null;
  const bar = 600 / Math.max(16, all.length);
  const top = Math.max(...all.map(([, heaps]) => heaps));
  const tall = (/** @type {number} */ heaps) => 4 + (96 * Math.log1p(heaps)) / Math.log1p(top);
  const svg = s("svg", { class: "pic classes", viewBox: "0 0 640 146", role: "img" });
  const words = /** @type {import("./words.js").Words} */ ([rare.by_parity ? "Values by class: a value v of heap n is rare when v & {0} and n mod 2 together have {1} ones. Heights are logarithms of counts." : "Values by class: a value v is rare when v & {0} has {1} ones. Heights are logarithms of counts.", rare.mask, t(rare.common === 1 ? "an even number of" : "an odd number of")]);
  label(svg, "aria-label", words);
  all.forEach(([value, heaps, dark], i) => {
    const height = tall(heaps);
    const x = 20 + i * bar;
    const tip = s("title", null, `${value}: ${count(heaps)}`);
    svg.append(s("rect", { class: dark * 2 > heaps ? "h4" : "h2", x, y: 110 - height, width: Math.max(1.5, bar - 2), height }, tip));
    if (dark > 0) svg.append(s("circle", { class: "rare", cx: x + (bar - 2) / 2, cy: 117, r: Math.min(2.5, bar / 4) }));
    if (bar > 14 || i % Math.ceil(16 / bar) === 0) svg.append(s("text", { class: "tick", x: x + (bar - 2) / 2, y: 134, "text-anchor": "middle" }, String(value)));
  });
  svg.append(s("path", { class: "axis", d: "M16 110.5H624" }));
  return h("figure", null, h("figcaption", { class: "cap", words }), svg);
}
