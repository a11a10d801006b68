// What the server can be asked; docs/api.md is the contract.

/**
 * @typedef {{letter: string | null, left_starts?: string | null, right_starts?: string | null}} Result_
 * @typedef {string | {none: string} | {value: string}} Fact
 * @typedef {{left: [string, string][], right: [string, string][], mast: {value: string, from: string}, svg: string, alt: string}} Thermograph
 * @typedef {{text: string, type?: string, label?: string, short?: string, latex?: string, mathml?: string[], long?: boolean, mean?: string, outline?: Outline, value?: string, value_label?: string, value_mathml?: string[],
 *   facts?: Record<string, any>, thermograph?: Thermograph, graph?: {svg: string, alt: string}}} Value
 * @typedef {{values: (Value & {temperature?: string, left?: number[], right?: number[], options?: [number, number]})[], whole: boolean}} Outline
 * @typedef {{kind: string, message: string, expected?: string, fix?: string, said?: Record<string, import("./messages.js").Message>, fixes?: string[], start: number, end: number, line: number, column: number}} Diagnostic
 * @typedef {{period: number, preperiod: number, saltus: number, exceptions: any[], exception_count?: number, proved: boolean, theorem?: string | null, statement?: string, proof?: string | null}} Period
 * @typedef {{kind: string, svg?: string, values?: number[], period?: Period, rows?: any[][], names?: string[] | null, row_labels?: string[], column_labels?: string[], header?: string[]} & Record<string, any>} Plot
 * @typedef {{source: string, name?: string, value?: Value, plots?: Plot[]}} Told
 * @typedef {{player: "Left" | "Right" | "Both", name: string, position: string, cells?: number[], at?: [number, number], edge?: number, value?: Value, wins?: boolean, draws?: boolean, plies?: number, canonical?: boolean}} Move
 * @typedef {{sign: string, owner: string | null, numbers?: [number, number] | null}} Piece
 * @typedef {{name: string, x: number, y: number, piece?: string | null}} Vertex
 * @typedef {{from: number | null, to: number | null, piece?: string | null}} Edge
 * @typedef {{kind: string, rows?: number, columns?: number, cells?: (string | null)[], boxes?: [number, number, number, number][], labels?: string[], pieces?: Piece[],
 *   width?: number, height?: number, hands?: number[] | null, heaps?: number[][], numbers?: (number | null)[], vertices?: Vertex[], edges?: Edge[]}} Drawing
 * @typedef {{rules?: string, position: string, drawing?: Drawing, svg?: string, alt?: string, outcome?: Result_, value?: Value, impartial?: boolean, moves?: Move[],
 *   counts?: {left: number, left_winning: number, right: number, right_winning: number}, none?: string, note?: string, more_moves?: number, endless?: boolean, positions?: number, plies?: {left_starts?: number | null, right_starts?: number | null}, stopped?: string, message?: string, diagnostics?: Diagnostic[]}} Board
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

/** Computations that go on, and who is told. */
let going = 0;
/** @type {((going: number) => void)[]} */
const watchers = [];
/** Called with the number of computations whenever it changes. @param {(going: number) => void} watcher */
export const onWork = (watcher) => watchers.push(watcher);
/** @param {number} by */
function work(by) {
  going += by;
  for (const watcher of watchers) watcher(going);
}

/**
 * A computation: done at once, or followed as a job until it ends.
 * Aborting stops the job; the answer then tells what was found before.
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {{signal?: AbortSignal, progress?: (p: Progress) => void, part?: (p: any) => void, job?: (id: string) => void}} [watch]
 * @returns {Promise<Answer>}
 */
export async function compute(path, body, watch = {}) {
  work(1);
  try {
    return await computed(path, body, watch);
  } finally {
    work(-1);
  }
}

/**
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {{signal?: AbortSignal, progress?: (p: Progress) => void, part?: (p: any) => void, job?: (id: string) => void}} watch
 * @returns {Promise<Answer>}
 */
async function computed(path, body, watch) {
  for (;;) {
    // A request that is taken back cancels its computation; a job is stopped by name.
    const response = await ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: watch.signal,
    });
    if (response.status === 503) {
      await pause(1000 * Number(response.headers.get("Retry-After") ?? 1));
      continue;
    }
    const answer = await response.json();
    if (!response.ok) throw new Refused(answer?.error?.message ?? response.statusText, answer?.error?.code);
    if (answer.state !== "running" && answer.state !== "queued") return answer;
    watch.job?.(answer.job);
    return follow(answer.job, watch);
  }
}

/**
 * Follows a job to its end.
 * @param {string} job
 * @param {{signal?: AbortSignal, progress?: (p: Progress) => void, part?: (p: any) => void}} watch
 * @returns {Promise<Answer>}
 */
function follow(job, watch) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/api/jobs/${job}/events`);
    let misses = 0;
    const stop = () => void fetch(`/api/jobs/${job}`, { method: "DELETE" }).catch(() => {});
    if (watch.signal?.aborted) stop();
    watch.signal?.addEventListener("abort", stop);
    const end = () => {
      events.close();
      watch.signal?.removeEventListener("abort", stop);
    };
    events.addEventListener("progress", (event) => {
      misses = 0;
      watch.progress?.(JSON.parse(event.data));
    });
    events.addEventListener("part", (event) => watch.part?.(JSON.parse(event.data)));
    events.addEventListener("done", (event) => {
      end();
      const answer = JSON.parse(event.data);
      if (answer.state === "failed") reject(new Refused(answer.error?.message ?? String(answer.error)));
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
