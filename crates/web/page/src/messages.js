// What the engine says in Chinese. A message has an id, the sentence with its places {0}, {1} …, and `messages.zh.json` has the Chinese under
// it. Sentences that the engine sends without an id are found by comparing them with the ids. Who reads English does not fetch it.

/** @typedef {{id: string, arguments: (string | Message)[]}} Message a sentence of the engine and what stands in its places */

/** Sentences of one such word could be nearly any text: they are known by their ids only. */
const BY_ID = /^[^A-Za-z]*(?:at|of|but)[^A-Za-z]*$/;

/** @type {Record<string, string> | null} */
let chinese = null;
/** Names of rulesets, which the rulesets themselves have. @type {Map<string, string>} */
const rulesets = new Map();
/** What rulesets say of themselves. @type {Map<string, string>} */
const summaries = new Map();
/** @type {{pattern: RegExp, slots: number[], to: string, dot: boolean}[] | null} */
let patterns = null;

/** Takes in the Chinese that rulesets have beside them, and says whether any was new. @param {{name: string, summary?: string | null, chinese?: {name: string, summary: string} | null}[]} list */
export function learn(list) {
  const before = rulesets.size;
  for (const { name, summary, chinese: own } of list) {
    if (!own) continue;
    rulesets.set(name, own.name);
    if (summary) summaries.set(summary, own.summary);
  }
  return rulesets.size > before;
}

/** Fetches the Chinese, and says whether it is new. */
export async function fetchChinese() {
  if (chinese) return false;
  chinese = (await import("./messages.zh.json", { with: { type: "json" } })).default;
  return true;
}

/** @param {string} text @returns {string | undefined} */
const exact = (text) => summaries.get(text) ?? (chinese && Object.hasOwn(chinese, text) ? chinese[text] : undefined);

/** @param {string} text the sentence with its places @param {(n: number) => string} fill */
const filled = (text, fill) => text.replace(/\{(\d)\}/g, (_, n) => fill(Number(n)));

/** The ids with places as patterns. */
function sentences() {
  const found = [];
  for (const [from, to] of Object.entries(chinese ?? {})) {
    if (!/\{\d\}/.test(from) || BY_ID.test(from)) continue;
    const slots = [...from.matchAll(/\{(\d)\}/g)].map((m) => Number(m[1]));
    const source = from.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("([^]+?)");
    found.push({ pattern: new RegExp(`^${source}$`), slots, to, dot: from.endsWith(".") });
  }
  // The more is said the surer it is meant.
  return found.sort((a, b) => b.pattern.source.replaceAll("([^]+?)", "").length - a.pattern.source.replaceAll("([^]+?)", "").length);
}

/**
 * The Chinese of a sentence without an id, or null.
 * @param {string} text @param {number} depth
 * @returns {string | null}
 */
function sentence(text, depth) {
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  const known = exact(text) ?? exact(lower);
  if (known !== undefined) return known;
  if (depth === 0) return null;
  if (chinese) patterns ??= sentences();
  for (const { pattern, slots, to, dot } of patterns ?? []) {
    // The full stop of a sentence is no part of what was filled in.
    if (text.endsWith(".") && !dot) continue;
    const match = pattern.exec(text) ?? pattern.exec(lower);
    if (!match) continue;
    return filled(to, (n) => {
      const part = match[1 + slots.indexOf(n)] ?? "";
      return part.length > 200 ? part : (sentence(part, depth - 1) ?? part);
    });
  }
  for (const cut of ["; ", ", ", ": "]) {
    const at = text.indexOf(cut);
    if (at < 0) continue;
    const [a, b] = [sentence(text.slice(0, at), depth - 1), sentence(text.slice(at + cut.length), depth - 1)];
    if (a !== null && b !== null) return `${a}${cut === "; " ? "；" : cut === ", " ? "，" : "："}${b}`;
  }
  return null;
}

/**
 * What the engine says, in Chinese as far as it is known.
 * @param {string} text
 */
export function translated(text) {
  const found = sentence(text, 4);
  if (found !== null) return found;
  // A board is told by its ruleset and its text.
  const name = /^([^:]+): /.exec(text)?.[1] ?? "";
  const board = rulesets.get(name);
  if (board) return `${board}：${text.slice(name.length + 2)}`;
  const plain = text.endsWith(".") ? sentence(text.slice(0, -1), 4) : null;
  return plain === null ? text : `${plain}。`;
}

/**
 * A message in Chinese, or null where its id has none.
 * @param {Message} message
 * @returns {string | null}
 */
export function told(message) {
  // Signs are the same in all languages.
  const text = exact(message.id) ?? (message.arguments.length > 0 && !/[A-Za-z]/.test(message.id) ? message.id : undefined);
  if (text === undefined) return null;
  return filled(text, (n) => {
    const part = message.arguments[n] ?? "";
    // What stands in a place is a message, or a text that may be known.
    return typeof part === "string" ? translated(part) : (told(part) ?? english(part));
  });
}

/** @param {Message} message @returns {string} */
const english = (message) => filled(message.id, (n) => { const part = message.arguments[n] ?? ""; return typeof part === "string" ? part : english(part); });

/** A ruleset by its Chinese and its own name. @param {string} name */
export function ruleset(name) {
  const own = rulesets.get(name);
  return own ? `${own} ${name}` : name;
}
