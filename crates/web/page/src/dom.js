// Elements in one call, with their words in the language of the reader.
import { Refused } from "./api.js";
import { inline, label, put } from "./words.js";

export { inline };

/** @typedef {import("./words.js").Words} Words */
/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {{words?: Words, label?: Words, hint?: Words, on?: Record<string, any>, data?: Record<string, string | number>, [attribute: string]: any}} Properties */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Properties | null | undefined} properties
 * @param {Child[]} children
 */
function dress(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    } else if (name === "words") {
      put(element, value);
    } else if (name === "label") {
      label(element, "aria-label", value);
    } else if (name === "hint") {
      label(element, "placeholder", value);
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) element.setAttribute(`data-${key}`, String(text));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/**
 * An HTML element. `words` is its text and `label` its aria-label, both told again when the language changes;
 * `on` holds listeners, `data` data-attributes; everything else is an attribute.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties | null} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  dress(element, properties, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Properties | null} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, properties, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, properties, children);
  return element;
}

/**
 * A sign of the sheet of symbols.
 * @param {string} name
 * @param {number} [size]
 */
export function icon(name, size = 14) {
  return s("svg", { width: size, height: size, "aria-hidden": "true", class: name.startsWith("w-") ? "who" : undefined }, s("use", { href: `#${name}` }));
}

/**
 * A button with words.
 * @param {Words} words
 * @param {(event: MouseEvent) => void} act
 * @param {Properties} [properties]
 */
export function button(words, act, properties = {}) {
  return h("button", { class: "btn", type: "button", words, on: { click: act }, ...properties });
}

/**
 * A picture or formula made by the server.
 * @param {string} text
 * @returns {Element | null}
 */
export function picture(text) {
  const box = document.createElement("template");
  box.innerHTML = text;
  const made = box.content.firstElementChild;
  if (made?.localName === "svg") translate(made);
  return made;
}

/** The words of the server's pictures are told again like all others. @param {Element} svg */
function translate(svg) {
  const name = svg.getAttribute("aria-label");
  if (name) label(svg, "aria-label", { message: name });
  for (const part of svg.querySelectorAll("text.q, title")) {
    const words = part.textContent ?? "";
    if (/[a-z]{2}/.test(words)) put(part, { message: words });
  }
}

/**
 * What the engine says, in the language of the reader.
 * @param {unknown} text
 * @param {import("./messages.js").Message} [message] its id and what stands in its places, where the engine sends them
 */
export function said(text, message) {
  const known = text instanceof Refused ? REFUSALS[text.code] : undefined;
  return h("span", { words: known ?? { message: text instanceof Error ? text.message : String(text), said: message } });
}

/** @type {Record<string, import("./words.js").Key>} why a request was refused, by the code of the API */
const REFUSALS = {
  busy: "All workers are busy; try again soon.",
  "too-large": "The request is too large.",
  foreign: "The request comes from elsewhere.",
  "not-found": "There is no such thing here.",
};

/**
 * The one element with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function the(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/** Whether a key pressed here writes text. @param {EventTarget | null} target */
export function writes(target) {
  return target instanceof Element && (target.closest("input, textarea, select, .cm-editor") !== null);
}

/**
 * A picture as a file that stands alone: what the sheet says is written into it.
 * @param {SVGElement} picture
 */
export function standalone(picture) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  const from = [picture, ...picture.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "paint-order", "visibility"];
  from.forEach((element, i) => {
    const looks = getComputedStyle(element);
    for (const name of kept) {
      const value = looks.getPropertyValue(name);
      if (value) to[i].setAttribute(name, value);
    }
    for (const name of ["class", "tabindex", "role"]) if (i > 0) to[i].removeAttribute(name);
  });
  for (const hit of copy.querySelectorAll("[data-hit]")) hit.remove();
  copy.setAttribute("xmlns", SVG);
  return new XMLSerializer().serializeToString(copy);
}

/** Corrects what a box says, unless a hand has changed it meanwhile. @param {HTMLInputElement} box @param {string} from @param {string} to */
export function correct(box, from, to) {
  if (box.value === from) box.value = to;
}
