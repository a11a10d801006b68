// What an answer is shown by, beside its value: the board of a position, the sequence behind a period.
import { compute } from "./api.js";

/** @typedef {import("./api.js").Told} Told */

/** Answers with more parts than this are left as they are. */
const MOST = 4;

/**
 * Asks for boards and sequences that belong to the results of a cell, and adds them.
 * @param {any} answer the result of `/api/eval`
 * @param {{signal: AbortSignal, progress: (p: any) => void}} watch
 */
export async function enrich(answer, watch) {
  /** @type {Told[]} */
  const results = answer?.results ?? [];
  if (results.length > MOST) return;
  for (const told of results) {
    const value = told.value;
    if (!value || told.plots?.length) continue;
    const position = value.type === "Position" ? /^([^"]+)\("([^"]*)"\)$/.exec(value.text) : null;
    if (position) {
      const { result } = await compute("/api/board", { rules: { name: position[1] }, position: position[2], moves: true, advice: true }, watch);
      if (!result?.drawing) continue;
      told.plots = [{ ...result, kind: "board" }];
      if (result.value) told.value = { ...result.value, facts: { outcome: result.outcome, ...result.value.facts } };
    }
    const period = /^\s*(?:TakeAndBreak\("([^"]+)"\)|([A-Z]\w*))\s*\.\s*CheckPeriodicity\((\d+)\)\s*$/i.exec(told.source);
    if (period) {
      const { result } = await compute("/api/sequence", { game: period[1] ?? period[2], to: Math.min(Number(period[3]), 2000) }, watch);
      if (result?.values && result.period) told.plots = [{ ...result, kind: "periodic", values: result.values.slice(0, result.period.preperiod + 2 * result.period.period + 1) }];
    }
  }
}
