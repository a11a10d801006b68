// The outline of a value that is too long to be read: its options, and theirs, opened one by one.
import { h, picture } from "./dom.js";

/** @typedef {import("./api.js").Outline} Outline */

/** The value in a row: its formula, or what is known of it when that is long. @param {Outline["values"][number]} one */
function face(one) {
  const math = (one.mathml ?? []).map((part) => picture(part)).filter((part) => part !== null);
  if (math.length > 0 && !one.options) return h("span", { class: "val" }, ...math);
  const box = h("span", { class: "val" }, one.short ?? one.label ?? "…");
  if (!one.options) return box;
  const facts = h("span", { class: "minor" }, h("span", { words: ["{0} + {1} options", one.options[0], one.options[1]] }));
  if (one.temperature !== undefined) facts.append(" · ", h("span", { words: ["temperature {0}", one.temperature.replace("-", "−")] }));
  return h("span", null, box, " ", facts);
}

/**
 * The tree; a branch is made when it is opened, as the same value may stand in many places.
 * @param {Outline} told
 */
export function outline(told) {
  /** @param {number} at @param {string} side */
  const branch = (at, side) => {
    const one = told.values[at];
    const mark = h("i", { class: side === "L" ? "who-l" : side === "R" ? "who-r" : "", label: side === "L" ? "Left option" : side === "R" ? "Right option" : "Value", role: "img" });
    if (!one.left || !one.right) {
      const deeper = one.options ? h("span", { class: "minor", words: "not shown further" }) : null;
      return h("li", { class: "leaf" }, mark, face(one), deeper);
    }
    const list = h("ul");
    const details = h("details", null, h("summary", null, mark, face(one)), list);
    const open = () => {
      if (list.childElementCount > 0 || !details.open) return;
      list.append(...(one.left ?? []).map((to) => branch(to, "L")), ...(one.right ?? []).map((to) => branch(to, "R")));
    };
    details.addEventListener("toggle", open);
    if (side === "") {
      details.open = true;
      open();
    }
    return h("li", null, details);
  };
  return h("ul", { class: "outline-tree", label: "Options of the value" }, branch(0, ""));
}
