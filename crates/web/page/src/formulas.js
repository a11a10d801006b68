// Formulas in running text, `x ⊗ y`, `2^(2^k)`, `a xor s < a`, set as mathematics.
import { h } from "./dom.js";
import { spans } from "./markdown.js";
import { tex } from "./tex.js";

const OPERATOR = /^(?:[⊕⊗≤≥<>=≠+−·×∑:]|xor|mod)$/;
const OPERAND = /^[(⌊]*(?:\d*[A-Za-z]'*|\d+)(?:_(?:\d+|[A-Za-z]))?(?:[·/](?:[A-Za-z]|\d+))?(?:\^(?:\d+|[A-Za-z]|\([^\s()]*(?:\([^\s()]*\))?[^\s()]*\)))?[)⌋]*$/;

/** @param {string} text */
function formula(text) {
  let source = text;
  for (let last = ""; last !== source; ) {
    last = source;
    source = source.replace(/\^\(([^()]*)\)/g, "^{$1}");
  }
  return tex(source.replace(/\bxor\b/g, "\\oplus ").replace(/\bmod\b/g, "\\bmod ").replace(/⊗/g, "\\otimes "));
}

/**
 * A text with its `code` and its formulas.
 * @param {string} text
 * @param {(id: string) => boolean} known whether an entry has this id
 * @returns {(Node | string)[]}
 */
export function prosed(text, known) {
  return spans(text).flatMap((part) => (typeof part === "string" ? plain(part, known) : [part]));
}

/** @param {string} text @param {(id: string) => boolean} known */
function plain(text, known) {
  /** @type {(Node | string)[]} */
  const out = [];
  // Words with what stands between them; a formula is a run of operands with an operator between each two.
  const words = text.split(/(\s+|(?<=[\u3000-\u9fff\uff00-\uffef])(?=[^\s\u3000-\u9fff\uff00-\uffef])|(?<=[^\s\u3000-\u9fff\uff00-\uffef])(?=[\u3000-\u9fff\uff00-\uffef]))/);
  for (let i = 0; i < words.length; ) {
    const bare = (/** @type {number} */ at) => (words[at] ?? "").replace(/[.,;:]$/, "");
    let end = i;
    if (OPERAND.test(bare(i))) {
      while (bare(end) === words[end] && OPERATOR.test(words[end + 2] ?? "") && OPERAND.test(bare(end + 4))) end += 4;
    }
    const run = words.slice(i, end + 1).join("");
    const tail = run.length > 0 ? (/[.,;:]$/.exec(run)?.[0] ?? "") : "";
    const inside = tail ? run.slice(0, -1) : run;
    const balanced = (inside.match(/[(⌊]/g) ?? []).length === (inside.match(/[)⌋]/g) ?? []).length;
    const made = (end > i || /[\^_]/.test(inside)) && balanced && OPERAND.test(bare(i)) ? formula(inside) : null;
    if (made) {
      out.push(made, tail);
      i = end + 1;
      continue;
    }
    const link = /^([(（]?)([IP]\d+[a-z]?)([)）.,;。，；]*)$/.exec(words[i] ?? "");
    if (link && known(link[2])) out.push(link[1], h("a", { href: `#${link[2]}` }, link[2]), link[3]);
    else out.push(words[i]);
    i += 1;
  }
  return out.filter((part) => part !== "" && part !== undefined);
}
