// What the server can be asked; docs/api.md is the contract.

/**
 * @typedef {{letter: string | null, left_starts?: string | null, right_starts?: string | null}} Result_
 * @typedef {string | {none: string} | {value: string}} Fact
 * @typedef {{left: [string, string][], right: [string, string][], mast: {value: string, from: string}, svg: string, alt: string}} Thermograph
 * @typedef {{text: string, type?: string, label?: string, short?: string, latex?: string, raw?: string, mathml?: string[], long?: boolean, mean?: string, outline?: Outline, value?: string, value_label?: string, value_mathml?: string[],
 *   facts?: Record<string, any>, thermograph?: Thermograph, graph?: {svg: string, alt: string}}} Value
 * @typedef {{values: (Value & {temperature?: string, left?: number[], right?: number[], options?: [number, number]})[], whole: boolean}} Outline
 * @typedef {{kind: string, message: string, expected?: string, fix?: string, said?: Record<string, import("./messages.js").Message>, fixes?: string[], start: number, end: number, line: number, column: number}} Diagnostic
 * @typedef {{period: number, preperiod: number, saltus: number, exceptions: any[], exception_count?: number, proved: boolean, theorem?: string | null, statement?: string, proof?: string | null}} Period
 * @typedef {{kind: string, svg?: string, values?: number[], period?: Period, rows?: any[][], names?: string[] | null, row_labels?: string[], column_labels?: string[], header?: string[]} & Record<string, any>} Plot
 * @typedef {{source: string, name?: string, value?: Value, plots?: Plot[]}} Told
 * @typedef {{player: "Left" | "Right" | "Both", name: string, position: string, cells?: number[], at?: [number, number], step?: [number, number] | null, edge?: number, value?: Value, wins?: boolean, draws?: boolean, plies?: number, canonical?: boolean}} Move
 * @typedef {{sign: string, owner: string | null, numbers?: [number, number] | null}} Piece
 * @typedef {{name: string, x: number, y: number, piece?: string | null}} Vertex
 * @typedef {{from: number | null, to: number | null, piece?: string | null}} Edge
 * @typedef {{kind: string, rows?: number, columns?: number, cells?: (string | null)[], boxes?: [number, number, number, number][], labels?: string[], pieces?: Piece[],
 *   width?: number, height?: number, hands?: number[] | null, heaps?: number[][], numbers?: (number | null)[], vertices?: Vertex[], edges?: Edge[]}} Drawing
 * @typedef {{rules?: string, position: string, drawing?: Drawing, svg?: string, alt?: string, outcome?: Result_, value?: Value, impartial?: boolean, moves?: Move[],
 *   counts?: {left: number, left_winning: number, right: number, right_winning: number}, none?: string, note?: string, more_moves?: number, endless?: boolean, positions?: number, answer?: any, plies?: {left_starts?: number | null, right_starts?: number | null}, stopped?: string, message?: string, diagnostics?: Diagnostic[]}} Board
 * @typedef {{state: string, seconds?: number, megabytes?: number, nodes?: number, done?: number, total?: number, note?: string,
 *   limits?: {seconds: number, megabytes: number, nodes?: number}}} Progress
 * @typedef {{name?: string, text?: string, parameters?: Record<string, number>}} Rules
 * @typedef {{state: string, ms: number, result: any}} Answer
 */

/** The engine cannot be reached. */
export class Offline extends Error {}

/** The server refused a request; `code` says why, as docs/api.md lists. */
export class Refused extends Error {
  /** @param {string} message @param {string} [code] */
  constructor(message, code = "") {
    super(message);
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [how]
 */
async function ask(path, how) {
  let answer;
  try {
    answer = await fetch(path, how);
  } catch (fault) {
    if (how?.signal?.aborted) throw fault;
    throw new Offline(String(fault));
  }
  return answer;
}

/**
 * A question that is answered at once.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  const answer = await ask(path);
  const body = await answer.json();
  if (!answer.ok) throw new Refused(body?.error?.message ?? answer.statusText, body?.error?.code);
  return body;
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * A job that goes on: its number, what the reader calls it, how far it is.
 * @typedef {{id: string, name: string, progress: Progress | null}} Going
 * @typedef {{signal?: AbortSignal, progress?: (p: Progress) => void, part?: (p: any) => void, silent?: boolean}} Watch `silent`: of no interest once it takes long
 */

/** Jobs of this page that go on. @type {Map<string, Going>} */
const going = new Map();
/** @type {(() => void)[]} */
const watchers = [];
/** Called whenever something about a job changes. @param {() => void} watcher */
export const onWork = (watcher) => watchers.push(watcher);
/** The jobs that go on, the oldest first. */
export const jobs = () => [...going.values()];
const tell = () => watchers.forEach((watcher) => watcher());

/** Stops a job; its answer then tells what was found before. @param {string} id */
export function stopJob(id) {
  // A page that is left may still send this.
  void fetch(`/api/jobs/${id}`, { method: "DELETE", keepalive: true }).catch(() => {});
}
/** Jobs whose end has not been heard of: a page that is left loses its streams first. @type {Set<string>} */
const open = new Set();
// Jobs end with their page.
addEventListener("pagehide", () => open.forEach(stopJob));

/** What a reader calls a computation. @param {string} path @param {Record<string, any>} body */
function nameOf(path, body) {
  const own = body.text ?? body.game ?? body.position ?? body.boards?.map((/** @type {any} */ b) => b.position ?? b.value).join(" + ") ?? "";
  const rules = body.rules?.name ?? "";
  return `${rules ? `${rules} ` : ""}${own}`.trim().split("\n").slice(-1)[0].slice(0, 80) || path.replace("/api/", "");
}

/**
 * A computation: done at once, or followed as a job until it ends.
 * Aborting stops the job; the answer then tells what was found before.
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {Watch} [watch]
 * @returns {Promise<Answer>}
 */
export async function compute(path, body, watch = {}) {
  for (;;) {
    // A request that is taken back cancels its computation; a job is stopped by name.
    const response = await ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: watch.signal,
    });
    if (response.status === 503) {
      await again(response.headers.get("Retry-After"), watch);
      continue;
    }
    const answer = await response.json();
    if (!response.ok) throw new Refused(answer?.error?.message ?? response.statusText, answer?.error?.code);
    if (answer.state !== "running" && answer.state !== "queued") return answer;
    if (watch.silent) {
      stopJob(answer.job);
      return { state: "done", ms: 0, result: { stopped: "time" } };
    }
    going.set(answer.job, { id: answer.job, name: nameOf(path, body), progress: { state: answer.state } });
    tell();
    try {
      return await follow(answer.job, watch);
    } catch (fault) {
      // There was no room in the line.
      if (!(fault instanceof Refused && fault.code === "busy")) throw fault;
      await again(null, watch);
    } finally {
      going.delete(answer.job);
      tell();
    }
  }
}

/** Waits before a question is asked again. @param {string | null} seconds @param {Watch} watch */
async function again(seconds, watch) {
  if (watch.silent) throw new Refused("busy", "busy");
  await pause(1000 * Number(seconds ?? 1));
  watch.signal?.throwIfAborted();
}

/**
 * Follows a job to its end.
 * @param {string} job
 * @param {Watch} watch
 * @returns {Promise<Answer>}
 */
function follow(job, watch) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/api/jobs/${job}/events`);
    open.add(job);
    let misses = 0;
    const stop = () => stopJob(job);
    if (watch.signal?.aborted) stop();
    watch.signal?.addEventListener("abort", stop);
    const end = () => {
      events.close();
      watch.signal?.removeEventListener("abort", stop);
    };
    events.addEventListener("progress", (event) => {
      misses = 0;
      const p = JSON.parse(event.data);
      const one = going.get(job);
      if (one) one.progress = p;
      tell();
      watch.progress?.(p);
    });
    events.addEventListener("part", (event) => watch.part?.(JSON.parse(event.data)));
    events.addEventListener("done", (event) => {
      end();
      open.delete(job);
      const answer = JSON.parse(event.data);
      if (answer.state === "failed") reject(new Refused(answer.error?.message ?? String(answer.error), answer.error?.code));
      else resolve(answer);
    });
    events.addEventListener("error", () => {
      misses += 1;
      if (misses > 3 || events.readyState === EventSource.CLOSED) {
        end();
        reject(new Offline("the engine stopped answering"));
      }
    });
  });
}

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/**
 * A question whose answer does not change while the page is open.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function once(path) {
  let answer = asked.get(path);
  if (!answer) {
    answer = get(path);
    answer.catch(() => asked.delete(path));
    asked.set(path, answer);
  }
  return answer;
}
