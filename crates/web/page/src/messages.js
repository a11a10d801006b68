// What the engine says in Chinese, by its English.

import { ENGINE, RULESETS } from "./engine-chinese.js";

/** @type {Map<string, string> | null} */
let whole = null;
/** @type {{pattern: RegExp, slots: number[], to: string, dot: boolean}[]} */
let patterns = [];

function learn() {
  whole = new Map();
  for (const [from, to] of ENGINE) {
    if (!/\{\d\}/.test(from)) whole.set(from, to);
    else {
      const slots = [...from.matchAll(/\{(\d)\}/g)].map((m) => Number(m[1]));
      const source = from.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("([^]+?)");
      patterns.push({ pattern: new RegExp(`^${source}$`), slots, to, dot: from.endsWith(".") });
    }
  }
  // The more is said the surer it is meant.
  patterns.sort((a, b) => b.pattern.source.replaceAll("([^]+?)", "").length - a.pattern.source.replaceAll("([^]+?)", "").length);
}

/**
 * The Chinese of a sentence, or null.
 * @param {string} text @param {number} depth
 * @returns {string | null}
 */
function sentence(text, depth) {
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  for (const form of [text, lower]) {
    const found = whole?.get(form);
    if (found !== undefined) return found;
  }
  if (depth === 0) return null;
  for (const { pattern, slots, to, dot } of patterns) {
    // The full stop of a sentence is no part of what was filled in.
    if (text.endsWith(".") && !dot) continue;
    const match = pattern.exec(text) ?? pattern.exec(lower);
    if (!match) continue;
    return to.replace(/\{(\d)\}/g, (_, n) => {
      const part = match[1 + slots.indexOf(Number(n))] ?? "";
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
  if (whole === null) learn();
  const found = sentence(text, 4);
  if (found !== null) return found;
  // A board is told by its ruleset and its text.
  const name = /^([^:]+): /.exec(text)?.[1] ?? "";
  if (RULESETS[name]) return `${RULESETS[name]}：${text.slice(name.length + 2)}`;
  const plain = text.endsWith(".") ? sentence(text.slice(0, -1), 4) : null;
  return plain === null ? text : `${plain}。`;
}

/** A ruleset by its Chinese and its own name. @param {string} name */
export const ruleset = (name) => (RULESETS[name] ? `${RULESETS[name]} ${name}` : name);

/** Whether a sentence of the engine has its Chinese. @param {string} text */
export function isKnown(text) {
  return translated(text) !== text;
}
