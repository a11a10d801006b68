// What signs on boards mean: a row of each sign with its words.
import { h, picture } from "./dom.js";
import { best } from "./marks.js";

/** @typedef {import("./words.js").Key} Key */

/** A sign and what it means. @param {string} paths @param {Key} words */
const sign = (paths, words) => h("span", null, picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 18" aria-hidden="true">${paths}</svg>`), h("span", { words }));

/** What the marks of moves mean. @param {import("./api.js").Board} one @param {string} player who moves */
export function movesKey(one, player) {
  const line = "M5 9H21";
  const moves = one.moves ?? [];
  // A placement on one cell is a ring or a diamond.
  const round = moves.length > 0 && moves.every((m) => !m.step && m.cells?.length === 1);
  const [left, right] = round ? ['<circle class="stem" fill="none" stroke-width="3" cx="13" cy="9" r="5"/>', '<path class="stem" fill="none" stroke-width="3" d="M13 3l6 6-6 6-6-6Z"/>'] : [`<path class="stem" stroke-width="4" d="${line}"/>`, `<path class="stem" stroke-width="6" d="${line}"/><path class="stem-in" stroke-width="2" d="${line}"/>`];
  const players = one.impartial ? [] : [sign(`<g class="mv-l">${left}</g>`, "Left’s move"), sign(`<g class="mv-r">${right}</g>`, "Right’s move")];
  const pill = (/** @type {string} */ looks) => `<g class="${looks}"><path class="pill" stroke-width="13" d="${line}"/><path class="pill-in" stroke-width="9" d="${line}"/></g>`;
  const wins = moves.some((m) => m.wins) ? [sign(pill("mv-win"), "wins"), sign(pill("mv-win mv-best"), "best")] : [];
  const advised = moves[best(one, player)]?.wins === false ? [sign(`<g class="mv-best"><path class="pill" stroke-width="13" d="${line}"/></g>`, "advised")] : [];
  return [...players, ...wins, ...advised];
}

/** What the edges of Hackenbush mean. */
export function hackenbushKey() {
  return h("div", { class: "key" }, sign('<path class="hb hb-l" d="M4 9H22"/>', "Left, solid"), sign('<path class="hb hb-r" d="M4 9H22"/><path class="hb hb-core" d="M4 9H22"/>', "Right, double"), sign('<path class="hb hb-g" d="M0 9H27"/>', "green, either"), sign('<path d="M8 9H18" class="hb hb-win"/>', "winning cut"));
}

/** What the vertices of a digraph mean. */
export function digraphKey() {
  return h("div", { class: "key" }, sign('<rect class="vp" x="5" y="1" width="16" height="16" rx="2"/>', "P: won for the player who moved here"), sign('<circle class="vn" cx="13" cy="9" r="8"/>', "N: won for the player to move"), sign('<path class="vd" d="M13-1l10 10-10 10L3 9Z"/>', "draw"));
}
