// The notebook: its cells, its keys, its file.
import { Cell } from "./cell.js";
import { command } from "./commands.js";
import { button, h, picture, the, writes } from "./dom.js";
import { learn } from "./editor.js";
import { jupyterFile, markdownFile } from "./export.js";
import { keep, kept, openFile, pack, saveFile, unpack } from "./keep.js";
import { put, t } from "./words.js";

/** @typedef {import("./cell.js").Kept} Kept */

/** Cells that took longer than this are not run again by themselves, in milliseconds. */
const PATIENCE = 5000;
/** What there is to try at the first visit, and a picture of it. @type {[import("./words.js").Key, string, string][]} */
const EXAMPLES = [
  ["A sum of two games", "{1|-1} + ^", '<path class="grid" d="M20 54H100M20 38H100"/><path class="wl" d="M28 54 60 22"/><path class="wr" d="M92 54 60 22"/><path class="mast" d="M60 22V6"/>'],
  ["A board and its moves", "Domineering(3, 3)", '<path class="sq" d="M33 5h54v54h-54zM51 5v54M69 5v54M33 23h54M33 41h54"/><path class="frame-line" d="M33 5h54v54h-54z"/><rect class="pl" x="54" y="8" width="12" height="30" rx="4"/><rect class="pr" x="54" y="44" width="30" height="12" rx="1"/>'],
  ["Who wins at Nim", 'Nim("3+4+5")', `<path class="axis" d="M30 58.5H90"/>${stones(40, 3)}${stones(60, 4)}${stones(80, 5)}`],
  ["A sequence and its period", 'TakeAndBreak("0.77").CheckPeriodicity(500)', `<path class="axis" d="M14 58.5H108"/>${[1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4].map((g, n) => `<circle class="dot" cx="${20 + n * 7.4}" cy="${55 - g * 7.5}" r="2.6"/>`).join("")}`],
  ["A table of boards", "[[Domineering(m, n) for n in 1..4] for m in 1..4]", `<g transform="translate(35 7)">${["by-p", "by-r", "by-r", "by-r", "by-l", "by-n", "by-n", "by-r", "by-l", "by-n", "by-n", "by-r", "by-l", "by-l", "by-l", "by-n"].map((looks, i) => `<rect class="ex-${looks}" x="${(i % 4) * 12.8}" y="${(i >> 2) * 12.8}" width="11.6" height="11.6" rx="2"/>`).join("")}</g>`],
  ["Options as boards", 'Clobber("xo.|oxo").Options(Left)', `${small(22)}${small(67)}`],
];

/** A heap. @param {number} x @param {number} count */
function stones(x, count) {
  return Array.from({ length: count }, (_, i) => `<circle class="stone" cx="${x}" cy="${52 - i * 10.6}" r="4.7"/>`).join("");
}

/** A small board. @param {number} x */
function small(x) {
  return `<path class="sq" d="M${x} 20h33v22h-33zM${x + 11} 20v22M${x + 22} 20v22M${x} 31h33"/><path class="frame-line" d="M${x} 20h33v22h-33z"/><circle class="pl" cx="${x > 40 ? x + 16.5 : x + 5.5}" cy="25.5" r="3.8"/><circle class="pl" cx="${x + 16.5}" cy="36.5" r="3.8"/><path class="pr" d="M${x + 5.5} 31.5l5 5-5 5-5-5zM${x + 27.5} 31.5l5 5-5 5-5-5z"/>`;
}

/**
 * Reads the text of a saved notebook; null when it is none.
 * @param {string} text
 * @returns {{name?: string, cells: Kept[]} | null}
 */
function read(text) {
  try {
    const data = JSON.parse(text);
    if (data?.farstar !== 1 || !Array.isArray(data.cells)) return null;
    const cells = data.cells
      .filter((/** @type {any} */ c) => typeof c?.text === "string")
      .map((/** @type {any} */ c) => ({ kind: c.kind === "text" ? "text" : "code", text: c.text, ms: Number.isFinite(c.ms) ? c.ms : undefined, height: Number.isFinite(c.height) ? Math.min(c.height, 2000) : undefined }));
    return { name: typeof data.name === "string" ? data.name : undefined, cells };
  } catch {
    return null;
  }
}

/**
 * Fills the part of the page that is the notebook.
 * @param {{open: (rules: string, position: string) => void, jobs: () => void}} shell
 */
export function notebook(shell) {
  const sheet = the("sheet");
  const outline = the("outline");
  /** @type {Cell[]} */
  let cells = [];
  /** @type {Cell | null} */
  let active = null;
  /** @type {{kept: Kept, at: number}[]} */
  const removed = [];
  let name = "notebook.farstar";
  let dirty = false;

  const title = h("h1", { class: "sr", words: "Notebook" });
  const nameBox = h("input", { class: "name", label: "Name of the notebook", spellcheck: "false", size: 18 });
  const status = h("span", { role: "status" });
  const list = h("div", { class: "cells" });
  const examples = h("div", { class: "examples" });
  // On a phone the outline is a drawer, which whatever lies beside it closes, and Escape.
  const drawer = (/** @type {boolean} */ open) => {
    outline.toggleAttribute("data-open", open);
    opener.setAttribute("aria-expanded", String(open));
  };
  const opener = button("Cells", () => drawer(!outline.hasAttribute("data-open")), { class: "btn only-narrow", "aria-expanded": "false", "aria-controls": "outline" });
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !outline.contains(target) && !opener.contains(target)) drawer(false);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !outline.hasAttribute("data-open")) return;
    drawer(false);
    opener.focus();
  });
  const docbar = h(
    "div",
    { class: "docbar" },
    nameBox,
    status,
    h("span", { class: "spring" }),
    opener,
    button("New", () => fresh()),
    button("Open", () => void open()),
    button("Save", () => save()),
    button("Markdown", () => exported("md"), { label: "Save as Markdown" }),
    button("Jupyter", () => exported("ipynb"), { label: "Save as a Jupyter notebook" }),
    button("Run all", () => void runAll()),
  );
  const add = h(
    "div",
    { class: "add" },
    h("span", { words: "New cell" }),
    button("Expression", () => append("code", ""), { class: "btn btn-line" }),
    button("Board", () => append("code", 'Domineering("...|...|...")'), { class: "btn btn-line" }),
    button("Sequence", () => append("code", 'TakeAndBreak("0.77").CheckPeriodicity(500)'), { class: "btn btn-line" }),
    button("Text", () => append("text", ""), { class: "btn btn-line" }),
  );
  const spoken = h("p", { class: "sr", role: "status" });
  sheet.append(title, docbar, list, examples, add, spoken);

  nameBox.addEventListener("change", () => {
    name = nameBox.value.trim().replace(/[/\\]/g, "-") || "notebook.farstar";
    if (!name.endsWith(".farstar")) name += ".farstar";
    nameBox.value = name;
    remember();
  });

  /** @type {import("./cell.js").Host} */
  const host = {
    before: (cell) => cells.slice(0, cells.indexOf(cell)).filter((c) => c.kind === "code").map((c) => c.text),
    changed: () => {
      dirty = true;
      remember();
      tellOutline();
    },
    done: (cell) => {
      const at = cells.indexOf(cell);
      // What stands below and uses a name given here is older than this answer.
      if (cell.names.length > 0) {
        const used = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${cell.names.map((n) => n.replace(/[^\p{L}\p{N}_]/gu, "")).join("|")})(?![\\p{L}\\p{N}_])`, "iu");
        for (const below of cells.slice(at + 1)) if (below.kind === "code" && used.test(below.text)) below.stale();
      }
      remember();
      tellOutline();
    },
    chosen: (cell) => {
      if (active === cell) return;
      active?.activate(false);
      active = cell;
      cell.activate(true);
      tellOutline();
    },
    next: (cell) => {
      const at = cells.indexOf(cell);
      if (at === cells.length - 1) insert(at + 1, { kind: "code", text: "" });
      cells[at + 1].enter();
    },
    neighbour: (cell, way) => {
      const other = cells[cells.indexOf(cell) + way];
      if (!other || other.kind !== "code") return false;
      other.enter();
      return true;
    },
    link: (cell) => {
      const before = host.before(cell).filter((text) => text.includes(":="));
      return `${location.origin}/#cell=${pack(JSON.stringify([...before, cell.text]))}`;
    },
    open: (rules, position) => shell.open(rules, position),
    below: (cell, text) => {
      const made = insert(cells.indexOf(cell) + 1, { kind: "code", text });
      made.enter();
      void made.run();
    },
    say: (text) => (spoken.textContent = text),
    jobs: () => {
      shell.jobs();
      tellOutline();
    },
  };

  /** @param {number} at @param {Kept} kept */
  function insert(at, kept) {
    const cell = new Cell(host, kept);
    list.insertBefore(cell.dom, cells[at]?.dom ?? null);
    cells.splice(at, 0, cell);
    renumber();
    return cell;
  }

  function renumber() {
    let n = 0;
    for (const cell of cells) cell.place(cell.kind === "code" ? (n += 1) : 0);
    cells.forEach((cell, i) => (cell.dom.id = `cell-${i}`));
    tellExamples();
    remember();
    tellOutline();
  }

  /** @param {"code" | "text"} kind @param {string} text */
  function append(kind, text) {
    const cell = insert(cells.length, { kind, text });
    cell.enter();
    if (text) void cell.run();
    cell.dom.scrollIntoView({ block: "nearest" });
    return cell;
  }

  /** @param {Cell} cell */
  function cut(cell) {
    const at = cells.indexOf(cell);
    removed.push({ kept: cell.kept(), at });
    cells.splice(at, 1);
    cell.destroy();
    if (active === cell) active = null;
    if (cells.length === 0) insert(0, { kind: "code", text: "" });
    renumber();
    cells[Math.min(at, cells.length - 1)].dom.focus();
  }

  function undo() {
    const back = removed.pop();
    if (!back) return;
    const cell = insert(Math.min(back.at, cells.length), back.kept);
    cell.dom.focus();
    if (cell.kind === "code") void cell.run();
  }

  const data = () => ({ farstar: 1, name, cells: cells.map((cell) => cell.kept()) });

  let asked = 0;
  function remember() {
    window.clearTimeout(asked);
    asked = window.setTimeout(rememberNow, 300);
  }
  function rememberNow() {
    const ok = keep("notebook", JSON.stringify(data()));
    put(status, ok ? "Kept in this browser" : "Not kept: this browser keeps nothing");
  }

  function save() {
    const { cells: all, ...rest } = data();
    const text = JSON.stringify({ ...rest, cells: all.map((c) => ({ kind: c.kind, text: c.text })) }, null, 1);
    saveFile(name, `${text}\n`, "application/json");
    dirty = false;
    put(status, "Saved");
  }

  /** Saves the cells with what they gave. @param {"md" | "ipynb"} as */
  function exported(as) {
    const written = cells.map((cell) => ({ kind: cell.kind, text: cell.text, answer: cell.result }));
    const file = name.replace(/\.farstar$/, `.${as}`);
    if (as === "md") saveFile(file, markdownFile(name, written), "text/markdown");
    else saveFile(file, jupyterFile(written), "application/x-ipynb+json");
    put(status, "Saved");
  }

  /** @param {{name?: string, cells: Kept[]}} saved @param {boolean} all */
  function show(saved, all) {
    for (const cell of cells) cell.destroy();
    cells = [];
    active = null;
    name = saved.name ?? "notebook.farstar";
    nameBox.value = name;
    for (const kept of saved.cells) insert(cells.length, kept);
    if (cells.length === 0) insert(0, { kind: "code", text: "" });
    for (const cell of cells) if (cell.kind === "code" && (all || (cell.ms !== undefined && cell.ms < PATIENCE))) void cell.run();
  }

  async function open() {
    const file = await openFile(".farstar,application/json");
    if (!file) return;
    const saved = read(file.text);
    if (!saved) {
      put(status, ["{0} is not a notebook", file.name]);
      return;
    }
    if (dirty && cells.some((c) => c.text.trim() !== "") && !confirm(t("Discard this notebook?"))) return;
    show({ name: file.name, cells: saved.cells }, true);
    dirty = false;
    put(status, "Opened");
  }

  function fresh() {
    if (dirty && cells.some((c) => c.text.trim() !== "") && !confirm(t("Discard this notebook?"))) return;
    show({ cells: [] }, false);
    dirty = false;
    cells[0].enter();
  }

  async function runAll() {
    await Promise.all(cells.map((cell) => cell.run()));
  }

  function tellExamples() {
    const empty = cells.length === 1 && cells[0].kind === "code" && cells[0].text === "" && cells[0].state === "idle";
    if (!empty) {
      examples.replaceChildren();
    } else if (examples.childElementCount === 0) {
      examples.append(h("div", { class: "welcome" }, h("p", { words: "Farstar computes with combinatorial games: who wins, by how much, and with which move." }), h("p", { words: "Write a game, a position or a question; the answer comes while you type, and Ctrl Enter keeps it." }), h("p", { words: "Boards are played under Boards, heap games listed under Sequences, known results checked in the Catalogue." })));
      for (const [name, text, drawing] of EXAMPLES) {
        examples.append(
          h("button", { class: "example", type: "button", on: { click: () => {
            cells[0].editor?.set(text);
            cells[0].enter();
          } } }, picture(`<svg xmlns="http://www.w3.org/2000/svg" class="pic" viewBox="0 0 120 64" aria-hidden="true">${drawing}</svg>`), h("b", { words: name }), h("code", null, ...text.split(/(?=\.[A-Z])/).flatMap((part, i) => (i ? [h("wbr"), part] : [part])))),
        );
      }
    }
  }

  function tellOutline() {
    tellExamples();
    const rows = cells.map((cell, i) => {
      const flag = cell.state === "error" ? h("span", { class: "flag flag-err", words: "error" }) : cell.state === "running" ? h("span", { class: "flag", words: "running" }) : cell.state === "edited" ? h("span", { class: "flag", words: "edited" }) : null;
      return h("a", { href: `#cell-${i}`, "aria-current": cell === active ? "true" : undefined, on: { click: (/** @type {Event} */ e) => (e.preventDefault(), drawer(false), cell.dom.focus(), cell.dom.scrollIntoView({ block: "nearest" })) } }, h("span", { class: "n" }, cell.kind === "code" ? String(cell.number) : ""), h("span", { class: "cut" }, cell.title), flag);
    });
    const names = cells.flatMap((cell) => cell.names.map((n) => [n, cell]));
    const known = h("dl");
    for (const [n, cell] of /** @type {[string, Cell][]} */ (names)) known.append(h("dt", null, n), h("dd", { words: ["cell {0}", cell.number] }));
    // A focused row must not be replaced under the reader.
    if (outline.contains(document.activeElement)) return;
    outline.replaceChildren(h("h2", { words: "Cells" }), ...rows, ...(names.length > 0 ? [h("h2", { words: "Names" }), known] : []));
  }

  /** Cell mode: keys that act while no text is edited. @param {KeyboardEvent} event */
  function keys(event) {
    if (writes(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = active ? cells.indexOf(active) : -1;
    if (!active || at < 0 || document.activeElement !== active.dom) return;
    const go = (/** @type {number} */ to) => {
      const cell = cells[Math.max(0, Math.min(cells.length - 1, to))];
      cell.dom.focus();
      cell.dom.scrollIntoView({ block: "nearest" });
    };
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowUp: () => go(at - 1),
      ArrowDown: () => go(at + 1),
      Enter: () => active?.enter(),
    };
    /** @type {Record<string, () => void>} */
    const letters = {
      k: () => go(at - 1),
      j: () => go(at + 1),
      a: () => insert(at, { kind: "code", text: "" }).dom.focus(),
      b: () => insert(at + 1, { kind: "code", text: "" }).dom.focus(),
      x: () => active && cut(active),
      z: () => undo(),
    };
    const act = acts[event.key] ?? (kept("letters") === "off" ? undefined : letters[event.key]);
    if (!act) return;
    event.preventDefault();
    act();
  }
  sheet.addEventListener("keydown", keys);
  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.shown !== "notebook" || event.defaultPrevented) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key === "s") {
      event.preventDefault();
      save();
    } else if (ctrl && event.key === "o") {
      event.preventDefault();
      void open();
    } else if (ctrl && (event.key === "." || event.key === ">")) {
      event.preventDefault();
      if (event.shiftKey) for (const cell of cells) cell.stop();
      else active?.stop();
    } else if (ctrl && event.key === "Enter" && active && !writes(event.target)) {
      event.preventDefault();
      void active.run();
    }
  });
  command("Run all cells", "", () => void runAll(), "notebook");
  command("Stop all cells", "Ctrl Shift .", () => cells.forEach((cell) => cell.stop()), "notebook");
  command("Save the notebook", "Ctrl S", save, "notebook");
  command("Save as Markdown", "", () => exported("md"), "notebook");
  command("Save as a Jupyter notebook", "", () => exported("ipynb"), "notebook");
  command("Open a notebook", "Ctrl O", () => void open(), "notebook");
  command("New notebook", "", fresh, "notebook");
  command("New text cell", "", () => append("text", ""), "notebook");
  command("Put the cut cell back", "z", undo, "notebook");

  const saved = read(kept("notebook") ?? "") ?? { cells: [] };
  show(saved, false);
  const shared = /^#cell=(.+)$/.exec(location.hash);
  if (shared) {
    history.replaceState(null, "", location.pathname);
    let texts = null;
    try {
      texts = JSON.parse(unpack(shared[1]) ?? "null");
    } catch {
      texts = null;
    }
    if (Array.isArray(texts) && texts.every((text) => typeof text === "string")) {
      if (cells.length === 1 && cells[0].text === "") cells.splice(0, 1)[0].destroy();
      const added = texts.map((text) => insert(cells.length, { kind: "code", text }));
      for (const cell of added) void cell.run();
      added.at(-1)?.dom.focus();
    } else {
      put(status, "The link holds no cell");
    }
  } else if (document.body.dataset.shown === "notebook" && cells.length === 1 && cells[0].text === "") {
    cells[0].enter();
  }
  addEventListener("pagehide", rememberNow);
  void learn().catch(() => {});

  return {
    running: () => cells.filter((cell) => cell.work.busy()).length,
    /** @param {string} sign */
    insert: (sign) => active?.editor?.insert(sign),
    /** A cell at the end, which is run. @param {string} text */
    append: (text) => append("code", text),
  };
}
