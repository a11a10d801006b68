// A thermograph whose breakpoints can be pointed at and walked along.
import { h, picture } from "./dom.js";
import { signs } from "./value.js";
import { label, put } from "./words.js";

/** @typedef {import("./api.js").Thermograph} Thermograph */

/** @param {string} text "3/8" as a number, for places only */
export const place = (text) => {
  const [a, b] = text.split("/").map(Number);
  return b ? a / b : a;
};

/**
 * The picture with its sentence; the breakpoints are one tab stop, ← and → move along them.
 * @param {Thermograph} shape
 */
export function thermograph(shape) {
  const svg = /** @type {SVGSVGElement | null} */ (picture(shape.svg));
  const say = h("p", { class: "cap readout", role: "status" });
  const figure = h("figure", { class: "aside thermograph" }, svg, say);
  if (!svg) return figure;
  svg.setAttribute("role", "group");
  label(svg, "aria-label", { message: shape.alt });
  put(say, "Larger values lie to the left.");
  /** @type {{node: Element, words: {message: string}, order: number}[]} */
  const points = [];
  for (const node of svg.querySelectorAll("[data-wall]")) {
    const wall = node.getAttribute("data-wall") ?? "";
    const value = node.getAttribute("data-value") ?? "";
    const heat = node.getAttribute("data-temperature") ?? "";
    const name = wall === "left" ? "left wall" : wall === "right" ? "right wall" : "mast";
    const order = (wall === "left" ? 0 : wall === "mast" ? 1e6 : 2e6) + (wall === "right" ? -1 : 1) * place(heat);
    points.push({ node, order, words: { message: `${name}: value ${signs(value)}, temperature ${signs(heat)}` } });
  }
  requestAnimationFrame(() => thin(svg));
  points.sort((a, b) => a.order - b.order);
  let at = 0;
  const go = (/** @type {number} */ to) => {
    points[at].node.setAttribute("tabindex", "-1");
    at = (to + points.length) % points.length;
    points[at].node.setAttribute("tabindex", "0");
    /** @type {SVGElement} */ (points[at].node).focus();
  };
  points.forEach((point, i) => {
    const show = () => {
      put(say, point.words);
      point.node.classList.add("lit");
    };
    const hide = () => {
      point.node.classList.remove("lit");
      put(say, "Larger values lie to the left.");
    };
    point.node.setAttribute("tabindex", i === 0 ? "0" : "-1");
    point.node.setAttribute("role", "img");
    label(point.node, "aria-label", point.words);
    point.node.addEventListener("pointerenter", show);
    point.node.addEventListener("pointerleave", hide);
    point.node.addEventListener("focus", show);
    point.node.addEventListener("blur", hide);
    point.node.addEventListener("keydown", (event) => {
      const key = /** @type {KeyboardEvent} */ (event).key;
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      go(i + step);
    });
  });
  return figure;
}

/**
 * Labels that would lie on others are hidden; the list, and pointing at the corner, still tell them.
 * @param {SVGSVGElement} svg
 */
function thin(svg) {
  if (!svg.isConnected) return;
  /** @type {DOMRect[]} */
  const kept = [];
  for (const text of svg.querySelectorAll("text.pt")) {
    const box = /** @type {SVGTextElement} */ (text).getBBox();
    const covers = kept.some((other) => box.x < other.x + other.width && other.x < box.x + box.width && box.y + 2 < other.y + other.height && other.y + 2 < box.y + box.height);
    if (covers) text.setAttribute("visibility", "hidden");
    else kept.push(box);
  }
}

/**
 * The walls in words.
 * @param {Pick<Thermograph, "left" | "right" | "mast">} shape
 */
export function wallList(shape) {
  const wall = (/** @type {[string, string][]} */ points) => points.map(([v, heat]) => `(${signs(v)}, ${signs(heat)})`).join(" · ");
  return h(
    "div",
    null,
    h("p", { class: "cap" }, h("strong", null, h("span", { words: "Left wall" }), " ●"), ` ${wall(shape.left)}`),
    h("p", { class: "cap" }, h("strong", null, h("span", { words: "Right wall" }), " ◆"), ` ${wall(shape.right)}`),
    h("p", { class: "cap" }, h("strong", { words: "Mast" }), " ", h("span", { words: ["{0} from temperature {1}", signs(shape.mast.value), signs(shape.mast.from)] })),
  );
}
