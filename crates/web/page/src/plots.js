// Lists as tables and pictures: sequences with their period, two-way tables, plain tables.
import { button, h, picture, said, standalone } from "./dom.js";
import { findButton } from "./find.js";
import { saveFile } from "./keep.js";
import { grid, listed, smallBoards } from "./tables.js";
import { copier, signs } from "./value.js";
import { count, put } from "./words.js";

/** @typedef {import("./api.js").Plot} Plot */
/** @typedef {import("./api.js").Period} Period */

/** Rows shown before *Show all*. */
const SHORT = 24;

/** The places of the exceptions. @param {Period | null | undefined} period */
export const exceptions = (period) => new Set((period?.exceptions ?? []).map((e) => (Array.isArray(e) ? e[0] : e)));

/**
 * A sequence in rows as long as its period: exceptions boxed, the periodic part tinted, zeros gold.
 * @param {number[]} values
 * @param {Period | null | undefined} period
 * @param {number} from the place of the first value
 */
export function sequenceTable(values, period, from = 0) {
  const length = Math.min(period?.period ?? 10, 24);
  const odd = exceptions(period);
  const head = h("tr", null, h("th", { scope: "col" }, "n"));
  for (let i = 0; i < length; i += 1) head.append(h("th", { scope: "col" }, `+${i}`));
  const body = h("tbody");
  const rows = Math.ceil((from + values.length) / length);
  const fill = (/** @type {number} */ first, /** @type {number} */ end) => {
    for (let row = first; row < end; row += 1) {
      const line = h("tr", null, h("th", { scope: "row" }, String(row * length)));
      for (let i = 0; i < length; i += 1) {
        const n = row * length + i;
        if (n < from) line.append(h("td"));
        if (n < from || n >= from + values.length) continue;
        const v = values[n - from];
        const looks = [odd.has(n) ? "x" : "", period && n >= period.preperiod ? "p" : "", v === 0 ? "z" : ""].join(" ").trim();
        line.append(h("td", { class: looks || undefined }, String(v)));
      }
      body.append(line);
    }
  };
  // Two periods show the period; the rest is one press away.
  const short = period ? Math.max(4, Math.min(SHORT, Math.ceil((period.preperiod + 2 * period.period) / length) + 1)) : SHORT;
  fill(0, Math.min(rows, short));
  const table = h("div", { class: "tw", tabindex: 0, role: "region", label: "Table of the sequence" }, h("table", { class: "num per" }, h("thead", null, head), body));
  const box = h("div", null, table);
  if (rows > short) {
    const all = button(["Show all {0} values", count(values.length)], () => {
      fill(short, Math.min(rows, 2000));
      all.remove();
    });
    box.append(all);
  }
  const key = h("div", { class: "key" });
  if (period) {
    key.append(h("span", null, h("i", { class: "p" }), h("span", { words: ["periodic from {0}", period.preperiod] })));
    if (odd.size > 0) key.append(h("span", null, h("i", { class: "x" }, "n"), h("span", { words: "exception" })));
  }
  key.append(h("span", null, h("i", { class: "z" }, "0"), h("span", { words: "second player wins" })));
  box.append(key);
  return box;
}

/**
 * What is known of the period, and why.
 * @param {Period | null | undefined} period
 * @param {number} upto
 */
export function proof(period, upto) {
  const box = h("p", { class: "proof" });
  if (!period) {
    box.append(h("b", { words: ["No period up to {0}.", count(upto)] }));
    return box;
  }
  const odd = period.exception_count ?? exceptions(period).size;
  const words = period.proved ? "Period {0} from n = {1}, proved." : "Period {0} from n = {1}, observed only.";
  box.append(h("b", { words: [words, period.period, period.preperiod] }), " ");
  if (period.saltus) box.append(h("span", { words: ["Saltus {0}.", period.saltus] }), " ");
  if (odd > 0) box.append(h("span", { words: ["{0} exceptions, the last at {1}.", odd, Math.max(...exceptions(period))] }), " ");
  if (period.proof) box.append(said(`${period.proof.charAt(0).toUpperCase()}${period.proof.slice(1)}.`.replace(/\.\.$/, ".")));
  return box;
}

/** @param {string} svg @param {import("./words.js").Words} [caption] */
export function drawn(svg, caption) {
  const made = /** @type {SVGSVGElement | null} */ (picture(svg));
  // No picture is blown up.
  if (made) made.style.maxWidth = `${Math.round(made.viewBox.baseVal.width * 1.25)}px`;
  return h("figure", null, made, caption ? h("figcaption", { class: "cap", words: caption }) : null);
}

/** A button that saves the picture in `box`. @param {() => Element | null} box @param {string} name */
export function svgSaver(box, name) {
  return button("SVG", () => {
    const svg = box()?.querySelector("svg");
    if (svg) saveFile(`${name}.svg`, standalone(svg), "image/svg+xml");
  });
}

/** @param {number} v @param {number} most */
const shade = (v, most) => (v === 0 ? "v0" : `v${Math.min(4, Math.max(1, Math.ceil((4 * v) / Math.max(1, most))))}`);

/** A two-way table of numbers, zeros gold. @param {Plot} plot */
export function heatmap(plot) {
  const rows = plot.rows ?? [];
  const most = Math.max(0, ...rows.flat().map(Number));
  const wide = Math.max(0, ...rows.map((r) => r.length));
  if ((rows.length > 32 || wide > 32) && plot.svg) {
    const say = h("p", { class: "cap readout", words: "Point at a square to read it." });
    const figure = h("figure", { class: "heatpic" }, picture(plot.svg), say);
    const squares = [...figure.querySelectorAll("rect[class^=h]")];
    const places = new Map(squares.map((square, i) => [square, [Math.floor(i / wide), i % wide]]));
    figure.addEventListener("pointermove", (event) => {
      const at = event.target instanceof Element ? places.get(event.target) : undefined;
      if (at) say.textContent = `(${plot.row_labels?.[at[0]] ?? at[0]}, ${plot.column_labels?.[at[1]] ?? at[1]}): ${rows[at[0]]?.[at[1]]}`;
    });
    return figure;
  }
  const names = plot.column_labels ?? Array.from({ length: wide }, (_, i) => String(i));
  const sides = plot.row_labels ?? rows.map((_, i) => String(i));
  const head = h("tr", null, h("th", null, plot.names ? plot.names.join(" \\ ") : ""), ...names.map((name) => h("th", { scope: "col" }, name)));
  const body = rows.map((row, r) => h("tr", null, h("th", { scope: "row" }, sides[r] ?? ""), ...row.map((v) => h("td", { class: shade(Number(v), most) }, String(v)))));
  return h("div", { class: "tw", tabindex: 0, role: "region", label: "Table" }, h("table", { class: "num heatmap" }, h("thead", null, head), h("tbody", null, ...body)));
}

/** @param {Plot} plot */
function table(plot) {
  const head = plot.header ? h("thead", null, h("tr", null, ...plot.header.map((x) => h("th", { scope: "col" }, said(x))))) : null;
  const body = (plot.rows ?? []).map((row) => h("tr", null, ...row.map((x) => h("td", { class: "val" }, signs(String(x))))));
  return h("div", { class: "tw", tabindex: 0, role: "region", label: "Table" }, h("table", { class: "plain-table" }, head, h("tbody", null, ...body)));
}

/** A table as a cell a line, its coordinates and its value. @param {Plot} plot */
function cells(plot) {
  const number = (/** @type {string | undefined} */ name, /** @type {number} */ at) => (/^-?\d+$/.test(name ?? "") ? name : at);
  return (plot.rows ?? []).flatMap((row, r) => row.map((v, c) => `${number(plot.row_labels?.[r], r)}\t${number(plot.column_labels?.[c], c)}\t${v}`)).join("\n");
}

/** @param {any[][]} rows */
const tsv = (rows) => rows.map((row) => row.join("\t")).join("\n");

/**
 * The parts of a plot: what stands under the result, and what stands beside it.
 * @param {Plot} plot
 * @param {(text: string) => void} below makes a cell
 * @returns {{main: HTMLElement | null, aside: HTMLElement | null}}
 */
export function plotParts(plot, below) {
  switch (plot.kind) {
    case "boards":
      return { main: smallBoards(plot, below), aside: null };
    case "grid":
      return { main: grid(plot), aside: null };
    case "sequence": {
      const values = plot.values ?? [];
      const aside = plot.svg ? drawn(plot.svg) : null;
      const nim = values.every((v) => v >= 0);
      const main = h("div", null, nim ? sequenceTable(values, plot.period, plot.from ?? 0) : null, plot.period ? proof(plot.period, values.length - 1) : null);
      main.append(h("div", { class: "tools" }, findButton(() => ({ values, from: plot.from ?? 0 })), copier("TSV", () => values.map((v, n) => `${n}\t${v}`).join("\n")), aside ? svgSaver(() => aside, "sequence") : null));
      return { main, aside };
    }
    case "periodic": {
      const values = plot.values ?? [];
      const aside = plot.svg ? drawn(plot.svg, "Rings are the exceptions.") : null;
      const main = h("div", null, sequenceTable(values, plot.period), proof(plot.period, (plot.length ?? values.length) - 1));
      main.append(h("div", { class: "tools" }, findButton(() => ({ values, from: plot.from ?? 0 })), copier("TSV", () => values.map((v, n) => `${n}\t${v}`).join("\n")), aside ? svgSaver(() => aside, "sequence") : null));
      return { main, aside };
    }
    case "heatmap": {
      const main = h("div", null, heatmap(plot), h("div", { class: "key" }, h("span", null, h("i", { class: "z" }, "0"), h("span", { words: "lost for the player to move" }))));
      main.append(h("div", { class: "tools" }, findButton(() => ({ table: cells(plot) })), copier("TSV", () => tsv(plot.rows ?? []))));
      return { main, aside: null };
    }
    case "table":
      if (plot.entries) return { main: listed(plot), aside: null };
      return { main: h("div", null, table(plot), h("div", { class: "tools" }, copier("TSV", () => tsv([...(plot.header ? [plot.header] : []), ...(plot.rows ?? [])])))), aside: null };
    default:
      return { main: null, aside: plot.svg ? drawn(plot.svg) : null };
  }
}

/**
 * A scatter of values that grows while they come; drawn on a canvas, so that 100 000 points cost little.
 */
export function growing() {
  const canvas = h("canvas", { class: "scatter", width: 672, height: 400, role: "img", label: "Scatter of the sequence" });
  const say = h("figcaption", { class: "cap" });
  /** @type {number[]} */
  let values = [];
  let asked = false;
  const draw = () => {
    asked = false;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    const looks = getComputedStyle(canvas);
    const most = values.reduce((a, b) => Math.max(a, b), 1);
    const least = Math.min(0, values.reduce((a, b) => Math.min(a, b), 0));
    pen.clearRect(0, 0, 672, 400);
    pen.fillStyle = looks.color;
    const size = values.length > 2000 ? 1.5 : 4;
    for (let n = 0; n < values.length; n += 1) pen.fillRect(8 + (n / Math.max(1, values.length - 1)) * 650, 388 - ((values[n] - least) / (most - least)) * 372, size, size);
  };
  return {
    dom: h("figure", null, canvas, say),
    /** @param {number} from @param {number[]} more */
    add(from, more) {
      values = values.slice(0, from).concat(more);
      put(say, ["{0} values, the largest {1}", count(values.length), values.reduce((a, b) => Math.max(a, b), 0)]);
      if (!asked) {
        asked = true;
        requestAnimationFrame(draw);
      }
      return values;
    },
  };
}
