// What an answer is shown by, beside its value: the board of a position.
import { compute } from "./api.js";

/** @typedef {import("./api.js").Told} Told */

/** Answers with more parts than this are left as they are. */
const MOST = 4;

/**
 * Asks for the boards of positions among the results of a cell, and adds them.
 * @param {any} answer the result of `/api/eval`
 * @param {import("./api.js").Watch} watch
 */
export async function enrich(answer, watch) {
  /** @type {Told[]} */
  const results = answer?.results ?? [];
  if (results.length > MOST) return;
  for (const told of results) {
    const value = told.value;
    const position = value?.type === "Position" && !told.plots?.length ? /^([^"]+)\("([^"]*)"\)$/.exec(value.text) : null;
    if (!position) continue;
    const { result } = await compute("/api/board", { rules: { name: position[1] }, position: position[2], moves: true, advice: true }, watch);
    if (!result?.drawing) continue;
    told.plots = [{ ...result, kind: "board" }];
    if (result.value) told.value = { ...result.value, facts: { outcome: result.outcome, ...result.value.facts } };
  }
}
