// Text cells: headings, paragraphs, lists, `code`, *stress*, links and $formulas$.
import { h } from "./dom.js";
import { tex } from "./tex.js";

/**
 * A line of text with what stands out in it.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function spans(text) {
  const pieces = text.split(/(`[^`]+`|\$\$[^$]+\$\$|\$[^$\s](?:[^$]*[^$\s])?\$|\*\*[^*\s](?:[^*]*[^*\s])?\*\*|(?<![\w*])\*[^*\s](?:[^*]*[^*\s])?\*(?![\w*])|\[[^\]]+\]\(https?:[^)\s]+\))/);
  return pieces.filter((piece) => piece !== "").map((piece) => {
    if (piece.startsWith("`") && piece.length > 2) return h("code", null, piece.slice(1, -1));
    if (piece.startsWith("$") && piece.length > 2) return tex(piece.replace(/^\$+|\$+$/g, "")) ?? piece;
    if (piece.startsWith("**") && piece.length > 4) return h("strong", null, ...spans(piece.slice(2, -2)));
    if (piece.startsWith("*") && piece.endsWith("*") && piece.length > 2) return h("em", null, ...spans(piece.slice(1, -1)));
    const link = /^\[([^\]]+)\]\((https?:[^)\s]+)\)$/.exec(piece);
    return link ? h("a", { href: link[2], rel: "noreferrer", target: "_blank" }, link[1]) : piece;
  });
}

/**
 * A text as the elements that show it.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function markdown(text) {
  /** @type {HTMLElement[]} */
  const out = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    const item = /^\s*(?:[-*+]|(\d+)[.)])\s+/.exec(line);
    const head = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === "") {
      i += 1;
    } else if (line.startsWith("```")) {
      const end = lines.findIndex((other, at) => at > i && other.startsWith("```"));
      out.push(h("pre", null, h("code", null, lines.slice(i + 1, end < 0 ? undefined : end).join("\n"))));
      i = end < 0 ? lines.length : end + 1;
    } else if (head) {
      out.push(h(head[1].length === 1 ? "h2" : "h3", { class: head[1].length === 1 ? "prose-title" : null }, ...spans(head[2])));
      i += 1;
    } else if (/^\$\$[^$]*\$\$\s*$/.test(line.trim())) {
      out.push(h("p", { class: "display" }, ...spans(line.trim())));
      i += 1;
    } else if (item) {
      const list = h(item[1] ? "ol" : "ul", { class: "prose-list" });
      while (i < lines.length && /^\s*(?:[-*+]|\d+[.)])\s+/.test(lines[i])) {
        list.append(h("li", null, ...spans(lines[i].replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ""))));
        i += 1;
      }
      out.push(list);
    } else {
      const from = i;
      while (i < lines.length && lines[i].trim() !== "" && (i === from || !/^(?:#{1,6}\s|```|\s*(?:[-*+]|\d+[.)])\s)/.test(lines[i]))) i += 1;
      out.push(h("p", null, ...spans(lines.slice(from, i).join("\n"))));
    }
  }
  return out;
}
