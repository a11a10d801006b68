// What is measured of a position: the facts of its value, and its walls; where play may be endless those with and without a
// komaster.
import { h } from "./dom.js";
import { heatChart } from "./heat.js";
import { thermograph, wallList } from "./thermograph.js";
import { t } from "./words.js";

/** Three columns stand beside a board, or on a phone. */
const NARROW = 94;

/** @typedef {import("./words.js").Key} Key */
/** @typedef {{mean: string, temperature: string, left: [string, string][], right: [string, string][], ko?: boolean, komaster?: "Left" | "Right"}} Walls of a loopy value */

/** Who has the threats of a ko. @param {Walls} walls @returns {Key} */
const threats = (walls) => (walls.komaster === "Left" ? "Left is komaster" : walls.komaster === "Right" ? "Right is komaster" : walls.ko ? "no threats" : "walls");

/**
 * What is measured of a position; mean and temperature of a ko are those of its walls, which its value does not tell.
 * @param {import("./api.js").Board} told
 * @returns {Record<string, any>}
 */
export function facts(told) {
  const { mean, temperature, walls: all } = told.answer ?? {};
  const { atomic_weight: weight, ...rest } = told.value?.facts ?? {};
  return { outcome: told.outcome, ...rest, ...(all?.length > 0 ? { mean, temperature } : {}), ...(weight?.value !== undefined ? { atomic_weight: weight } : {}) };
}

/**
 * Pictures and words of the walls of a position; none where it has none.
 * @param {import("./api.js").Board} told
 * @returns {HTMLElement[]}
 */
export function walls(told) {
  const shape = told.value?.thermograph;
  if (shape) return [thermograph(shape), wallList(shape)];
  /** @type {Walls[]} */
  const all = told.answer?.walls ?? [];
  if (all.length === 0) return [];
  const parts = all.map((one) => ({ ...one, value: null, moves: 0, winning: [] }));
  const chart = heatChart({ parts }, all.map((one) => ({ title: one.komaster ? t(one.komaster) : "–", below: one.komaster ? "is komaster" : threats(one) })), 0, NARROW);
  const lists = all.map((one) => {
    const { mean: value, temperature: from } = one;
    return h("div", null, h("p", { class: "cap" }, h("strong", { words: threats(one) })), wallList({ ...one, mast: { value, from } }));
  });
  return [h("div", { class: "heatscroll", tabindex: 0, role: "region", label: "Walls of a ko" }, chart), ...lists];
}
