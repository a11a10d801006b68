// The words of the page in English and Chinese. The English text is the key; `tsc` finds a text without translation.
import { zh } from "./chinese.js";
import { told as toldChinese, translated } from "./messages.js";

/** @typedef {keyof typeof zh} Key */
/** @typedef {{message: string, said?: import("./messages.js").Message}} Message a sentence of the engine, with its id if it has one */
/** @typedef {Key | [Key, ...(string | number | Message)[]] | Message} Words a text, a text with what stands for {0}, {1} …, or what the engine says */

/** What has words, so that they can be told again. @type {WeakMap<Element, Map<string, Words>>} */
const told = new WeakMap();
/** @type {Set<() => void>} */
const listeners = new Set();
let language = "en";

/** The language of the page: "en" or "zh". */
export const tongue = () => language;

/**
 * A text in the language of the page.
 * @param {Words} words
 * @returns {string}
 */
export function t(words) {
  if (typeof words === "object" && "message" in words) return language === "zh" ? ((words.said && toldChinese(words.said)) ?? translated(words.message)) : words.message;
  const [key, ...rest] = typeof words === "string" ? [words] : words;
  const text = language === "zh" ? zh[key] : key.replace(/ \/\/.*$/, "");
  return text.replace(/\{(\d)\}/g, (_, n) => {
    const part = rest[Number(n)];
    return typeof part === "object" ? t(part) : String(part);
  });
}

/** @param {Element} element @param {string} where @param {Words} words */
function note(element, where, words) {
  const notes = told.get(element) ?? new Map();
  notes.set(where, words);
  told.set(element, notes);
  element.setAttribute("data-k", "");
}

/**
 * Gives an element its text.
 * @param {Element} element
 * @param {Words} words
 */
export function put(element, words) {
  note(element, "", words);
  fill(element, words);
}

/** @param {Element} element @param {Words} words */
function fill(element, words) {
  // What the engine says has code in it.
  if (typeof words === "object" && "message" in words) element.replaceChildren(...inline(t(words)));
  else element.textContent = t(words);
}

/**
 * Words with `code` in them, and nothing else: stars and underscores are games and holes.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function inline(text) {
  return text.split(/(`[^`]+`)/).map((part) => {
    if (part.length < 3 || !part.startsWith("`")) return part;
    const code = document.createElement("code");
    code.textContent = part.slice(1, -1);
    return code;
  });
}

/**
 * Gives an attribute its text.
 * @param {Element} element
 * @param {string} attribute
 * @param {Words} words
 */
export function label(element, attribute, words) {
  note(element, attribute, words);
  element.setAttribute(attribute, t(words));
}

/**
 * Changes the language of the whole page.
 * @param {string} to "en" or "zh"
 */
export function speak(to) {
  language = to === "zh" ? "zh" : "en";
  document.documentElement.dataset.lang = language;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const element of document.querySelectorAll("[data-k]")) {
    const key = element.getAttribute("data-k");
    if (key && !told.has(element)) note(element, "", /** @type {Key} */ (key));
    for (const [where, words] of told.get(element) ?? []) {
      if (where) element.setAttribute(where, t(words));
      else fill(element, words);
    }
  }
  for (const listener of listeners) listener();
}

/**
 * Called after each change of language, until the function returned is called.
 * @param {() => void} listener
 */
export function onSpeak(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A count with thin groups of three from 10 000 on.
 * @param {number} n
 */
export const count = (n) => (Math.abs(n) < 10000 ? String(n) : String(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f"));

/**
 * Milliseconds as a reader wants them.
 * @param {number} ms
 */
export function duration(ms) {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(ms < 100000 ? 1 : 0)} s`;
}
