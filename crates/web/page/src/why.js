// Why it is won as it is: the reasons of a position, asked for when they are wanted.
import { h, said } from "./dom.js";

/** @param {HTMLElement[]} items */
export const whyList = (items) => h("ul", { class: "why" }, ...items);

/**
 * Asks for the reasons and shows them.
 * @param {import("./asking.js").Place} place @param {HTMLElement} box
 * @param {{rules: import("./api.js").Rules, position: string, limits?: Record<string, number>}} question
 */
export async function tellWhy(place, box, question) {
  const answer = await place.ask("/api/board", { ...question, moves: true, why: true });
  if (answer) box.replaceChildren(whyList((answer.result?.answer?.reasons ?? []).map((/** @type {string} */ line) => h("li", { class: /^[01]+ /.test(line) ? "code" : undefined }, said(line)))));
}
