// Commands, symbols and help in one list, called by Ctrl K.
import { once } from "./api.js";
import { h, the } from "./dom.js";
import { together } from "./editor.js";
import { kept, keep } from "./keep.js";
import { t } from "./words.js";

/** @typedef {import("./words.js").Key} Key */
/** @typedef {{name: Key, keys: string, act: () => void, view: string | null}} Command */

/** @type {Command[]} */
const commands = [];

/**
 * Adds a command; `view` is the part of the workbench it belongs to.
 * @param {Key} name
 * @param {string} keys
 * @param {() => void} act
 * @param {string | null} [view]
 */
export function command(name, keys, act, view = null) {
  commands.push({ name, keys, act, view });
}

/** @type {[string, Key][]} the keyboard, as the help shows it */
const KEYS = [
  ["Ctrl Enter", "run the cell"],
  ["Shift Enter", "run the cell and go to the next"],
  ["Esc · Enter", "leave the input · enter it"],
  ["↑ ↓ · k j", "choose a cell"],
  ["a · b · x · z", "new above · new below · cut · undo"],
  ["Ctrl . · Ctrl Shift .", "stop this cell · stop all"],
  ["Alt Enter", "apply the first fix"],
  ["Alt F1", "help on the name at the caret"],
  ["F6", "next part of the page"],
  ["↑ ↓ ← →", "board: move the cursor"],
  ["Enter", "board: play, again for the other end"],
  ["Backspace · Alt ← →", "board: take back · play on"],
  ["1–9", "board: the n-th move"],
  ["b · y · s", "board: best move · why · add to the sum"],
  ["→ ← · ↑ ↓", "tree: open, close · next node"],
  ["c · m · s · g", "tree: canonical only · mark to compare · add to the sum · on to Boards"],
  ["t · v · w", "board: other player · speak the value · speak the winning moves"],
  ["Space · + −", "edit: next piece · grow, shrink"],
];

/**
 * The list under the button in the top bar.
 * @param {{insert: (sign: string) => void}} acts
 */
export function palette(acts) {
  const opener = the("palette");
  const find = h("input", { class: "find", type: "search", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", label: "Commands, symbols, help", hint: "Commands, symbols, help", autocomplete: "off", spellcheck: "false" });
  const list = h("ul", { id: "palette-list", role: "listbox", label: "Commands" });
  const keys = h("dl", { class: "keys" });
  const letters = h("input", { type: "checkbox", id: "letters" });
  letters.checked = kept("letters") !== "off";
  letters.addEventListener("change", () => keep("letters", letters.checked ? "on" : "off"));
  const box = h("div", { class: "palette-box", role: "dialog", label: "Commands and help", hidden: true }, find, list, h("h2", { words: "Keyboard" }), keys, h("p", { class: "minor letters" }, letters, h("label", { for: "letters", words: "Plain letters are keys where no text is edited" })));
  for (const [combination, what] of KEYS) keys.append(h("dt", null, ...combination.split(" · ").flatMap((k, i) => [i ? " · " : "", h("kbd", null, k)])), h("dd", { words: what }));
  opener.after(box);
  /** @type {{text: string, also: string, keys: string, act: () => void}[]} */
  let signs = [];
  /** @type {(() => void)[]} */
  let shown = [];
  let at = 0;
  /** @type {Element | null} */
  let back = null;

  const choose = (/** @type {number} */ to) => {
    at = Math.max(0, Math.min(shown.length - 1, to));
    [...list.children].forEach((row, i) => row.setAttribute("aria-selected", String(i === at)));
    const row = list.children[at];
    row?.scrollIntoView({ block: "nearest" });
    if (row) find.setAttribute("aria-activedescendant", row.id);
  };
  const tell = () => {
    const query = find.value.trim().toLowerCase();
    const view = document.body.dataset.shown ?? "";
    const own = commands.filter((c) => c.view === null || c.view === view).map((c) => ({ text: t(c.name), also: c.name, keys: c.keys, act: c.act }));
    const all = query === "" ? own : [...own, ...signs];
    const hits = all.filter((x) => `${x.text} ${x.also}`.toLowerCase().includes(query)).slice(0, 12);
    shown = hits.map((x) => x.act);
    list.replaceChildren(
      ...hits.map((x, i) => h("li", { role: "option", id: `palette-${i}`, on: { click: () => run(i) } }, h("span", null, x.text), x.keys ? h("kbd", null, x.keys) : null)),
    );
    if (hits.length === 0) list.append(h("li", { class: "minor", words: ["Nothing found for {0}.", find.value] }));
    choose(0);
  };
  const close = () => {
    box.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    if (back instanceof HTMLElement) back.focus();
  };
  const run = (/** @type {number} */ i) => {
    const act = shown[i];
    close();
    act?.();
  };
  const open = () => {
    back = document.activeElement;
    box.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    find.value = "";
    tell();
    find.focus();
    once("/api/language")
      .then((told) => {
        signs = [
          ...(told.symbols ?? []).map((/** @type {any} */ x) => ({ text: `${x.sign ?? ""}  ${t({ message: x.summary ?? "" })}`, also: x.text, keys: x.text, act: () => acts.insert(x.text) })),
          ...(told.methods ?? []).map((/** @type {any} */ x) => ({ text: `${x.signature} · ${t({ message: x.summary })}`, also: `${x.name} ${x.summary}`, keys: "", act: () => acts.insert(x.name) })),
          ...(told.rulesets ?? []).map((/** @type {any} */ x) => ({ text: String(x), also: "ruleset", keys: "", act: () => acts.insert(together(String(x))) })),
        ];
      })
      .catch(() => {});
  };
  opener.addEventListener("click", () => (box.hidden ? open() : close()));
  find.addEventListener("input", tell);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") choose(at + 1);
    else if (event.key === "ArrowUp") choose(at - 1);
    else if (event.key === "Enter" && event.target === find) run(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener("focusout", (event) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !box.contains(to) && to !== opener && !box.hidden) {
      box.hidden = true;
      opener.setAttribute("aria-expanded", "false");
    }
  });
  document.addEventListener("pointerdown", (event) => {
    if (!box.hidden && event.target instanceof Node && !box.contains(event.target) && !opener.contains(event.target)) close();
  });
  return { open };
}
