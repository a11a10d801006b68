// Starts the workbench: theme, language, the four parts and the way between them.
import { boards } from "./boards.js";
import { catalogue } from "./catalogue.js";
import { command, palette } from "./commands.js";
import { explorer } from "./explorer.js";
import { find } from "./find.js";
import { get, once } from "./api.js";
import { the, writes } from "./dom.js";
import { jobList } from "./jobs.js";
import { keep, kept } from "./keep.js";
import { fetchChinese, learn } from "./messages.js";
import { notebook } from "./notebook.js";
import { sequences } from "./sequences.js";
import { count, label, onSpeak, put, speak, t, tongue } from "./words.js";

/** @typedef {import("./words.js").Key} Key */

const root = document.documentElement;
const query = new URLSearchParams(location.search);

/** @param {string | null} to */
function paint(to) {
  if (to === "light" || to === "dark") root.dataset.theme = to;
}
function repaint() {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  paint(dark ? "light" : "dark");
  keep("theme", root.dataset.theme ?? "");
}
paint(query.get("theme") ?? kept("theme"));
the("theme").addEventListener("click", repaint);
label(the("theme"), "aria-label", "Light or dark");

/** The engine's Chinese is fetched, and rulesets have theirs themselves: what is on the page already is told again. */
function learnChinese() {
  if (tongue() !== "zh") return;
  fetchChinese()
    .then((fresh) => fresh && speak(tongue()))
    .catch(() => {});
  once("/api/rules")
    .then((told) => learn(told.rulesets ?? []) && speak(tongue()))
    .catch(() => {});
}
onSpeak(learnChinese);

/** @param {string} to */
function talk(to) {
  speak(to);
  keep("lang", to);
  for (const b of document.querySelectorAll("[data-lang-to]")) b.setAttribute("aria-pressed", String(b.getAttribute("data-lang-to") === to));
}
for (const b of document.querySelectorAll("[data-lang-to]")) b.addEventListener("click", () => talk(b.getAttribute("data-lang-to") ?? "en"));
speak(query.get("lang") ?? kept("lang") ?? (navigator.language.startsWith("zh") ? "zh" : "en"));
for (const b of document.querySelectorAll("[data-lang-to]")) b.setAttribute("aria-pressed", String(b.getAttribute("data-lang-to") === root.dataset.lang));

/** @type {Record<string, {path: string, title: Key}>} */
const VIEWS = {
  notebook: { path: "/", title: "Notebook" },
  boards: { path: "/boards", title: "Boards" },
  explorer: { path: "/explorer", title: "Explorer" },
  find: { path: "/find", title: "Find the rule" },
  sequences: { path: "/sequences", title: "Sequences" },
  catalogue: { path: "/catalogue", title: "Catalogue" },
};
/** @type {Record<string, any>} the parts that have been opened */
const parts = {};

const shell = {
  /** @param {string} rules @param {string} position */
  open: (rules, position) => {
    go("boards");
    parts.boards.show({ name: rules }, position);
  },
  /** @param {import("./api.js").Rules} rules @param {string} position */
  openRules: (rules, position) => {
    go("boards");
    parts.boards.show(rules, position);
  },
  /** @param {string} text own rules */
  sequence: (text) => {
    go("sequences");
    parts.sequences.show(text);
  },
  /** @param {string} text own rules */
  cell: (text) => {
    go("notebook");
    const name = /^\s*game\s+"?([^"\n]+)"?/m.exec(text)?.[1].replace(/[^\p{L}\p{N}]/gu, "") || "Game";
    const code = text.replace(/^\s*\/\/.*\n/gm, "").trim();
    parts.notebook.append(`My${name} := Ruleset("${code.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}")`);
  },
  /** The tree of a position. @param {import("./api.js").Rules} rules @param {string} position */
  tree: (rules, position) => {
    go("explorer");
    parts.explorer.show(rules, position);
  },
  /** @param {import("./heat.js").Term[]} terms */
  heat: (terms) => {
    go("explorer");
    parts.explorer.heat(terms);
  },
  /** A new cell. @param {string} text */
  append: (text) => {
    go("notebook");
    parts.notebook.append(text);
  },
  jobs: () => {},
};

/** @param {string} view */
function make(view) {
  if (view === "notebook") return notebook(shell);
  if (view === "boards") return boards(shell);
  if (view === "explorer") return explorer(shell);
  if (view === "find") return find();
  if (view === "sequences") return sequences();
  return catalogue(shell);
}

function tellTitle() {
  document.title = `${t(VIEWS[document.body.dataset.shown ?? "notebook"].title)} · Farstar`;
}

/** @param {string} view @param {boolean} [push] */
function go(view, push = true) {
  const changed = document.body.dataset.shown !== view;
  document.body.dataset.shown = view;
  for (const part of document.querySelectorAll("[data-view]")) /** @type {HTMLElement} */ (part).hidden = part.getAttribute("data-view") !== view;
  for (const link of document.querySelectorAll("[data-part]")) {
    if (link.getAttribute("data-part") === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (push && changed) history.pushState({ view }, "", VIEWS[view].path);
  if (parts[view]) parts[view].again?.();
  else parts[view] = make(view);
  tellTitle();
}

/** The main element of the part that is shown. */
const mainNow = () => /** @type {HTMLElement | null} */ (document.querySelector(`main[data-view="${document.body.dataset.shown}"], [data-view="${document.body.dataset.shown}"] main`));
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const main = mainNow();
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
});

for (const link of document.querySelectorAll("[data-part], [data-part-link]")) {
  link.addEventListener("click", (event) => {
    const click = /** @type {MouseEvent} */ (event);
    if (click.ctrlKey || click.metaKey || click.shiftKey || click.button !== 0) return;
    event.preventDefault();
    go(link.getAttribute("data-part") ?? link.getAttribute("data-part-link") ?? "notebook");
    scrollTo(0, 0);
  });
}
const viewOf = () => Object.keys(VIEWS).find((v) => v !== "notebook" && location.pathname.startsWith(VIEWS[v].path)) ?? "notebook";
addEventListener("popstate", () => go(viewOf(), false));

document.addEventListener("find-rule", (event) => {
  go("find");
  parts.find.show(/** @type {CustomEvent} */ (event).detail);
  scrollTo(0, 0);
});
jobList();
put(the("status-where"), ["{0}", location.host]);

const help = palette({
  insert: (sign) => {
    if (document.body.dataset.shown === "notebook") parts.notebook.insert(sign);
  },
});
command("Light or dark", "", repaint);
command("English · 中文", "", () => talk(root.dataset.lang === "zh" ? "en" : "zh"));
for (const view of Object.keys(VIEWS)) command(VIEWS[view].title, "", () => go(view));

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    help.open();
  } else if (event.key === "?" && !writes(event.target) && kept("letters") !== "off") {
    event.preventDefault();
    help.open();
  } else if (event.key === "F6") {
    event.preventDefault();
    nextPart(event.shiftKey ? -1 : 1);
  }
});

/** F6: outline, cells, moves, status. @param {number} way */
function nextPart(way) {
  const stops = [...document.querySelectorAll(".outline, main, .side, .list, .topbar, .statusbar")].filter((x) => x instanceof HTMLElement && x.offsetParent !== null);
  const at = stops.findIndex((x) => x.contains(document.activeElement));
  const next = /** @type {HTMLElement | undefined} */ (stops[(at + way + stops.length) % stops.length]);
  if (!next) return;
  const inside = /** @type {HTMLElement | null} */ (next.querySelector("[data-active], [tabindex='0'], button, a[href], input"));
  if (inside) inside.focus();
  else {
    next.tabIndex = -1;
    next.focus();
  }
}

onSpeak(tellTitle);
if (tongue() === "zh") await fetchChinese().catch(() => {});
go(viewOf(), false);
get("/api/status")
  .then((told) => {
    put(the("status-memory"), ["Memory limit {0} MB, time {1} s", count(told.limits?.megabytes ?? 0), told.limits?.seconds ?? 0]);
  })
  .catch(() => put(the("status-memory"), "The engine stopped answering."));
