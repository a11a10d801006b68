// The catalogue: every problem with its rule, a small instance to play, and a check by brute force.
import { Offline, compute, get, once } from "./api.js";
import { button, h, icon, inline, picture } from "./dom.js";
import { touchBoard } from "./board-picture.js";
import { moveList } from "./moves.js";
import { running, stoppedBox } from "./running.js";
import { outcomeWords } from "./value.js";
import { count, duration, onSpeak, put, t, tongue } from "./words.js";

/** @typedef {{id: string, name: string, name_zh?: string, tags?: string[], status?: string, source?: string}} Entry */

/** @type {[string, import("./words.js").Key][]} */
const FILTERS = [["", "All"], ["heaps", "Heaps"], ["graphs", "Graphs"], ["partizan", "Partizan"], ["corrected", "Corrected"]];

/**
 * Fills the part of the page with the problems.
 * @param {{openRules: (rules: import("./api.js").Rules, position: string) => void}} shell
 */
export function catalogue(shell) {
  const root = /** @type {HTMLElement} */ (document.querySelector("[data-view=catalogue]"));
  const find = h("input", { class: "find", id: "find", type: "search", hint: "Array, 数组, HDU 5963, mex…", label: "Search" });
  const chips = h("div", { class: "chips", role: "group", label: "Filter" });
  const rows = h("ol", { class: "plist" });
  const aside = h("aside", { class: "list", label: "Problems" }, find, chips, rows);
  const main = h("main", { class: "page" });
  root.append(aside, main);
  /** @type {Entry[]} */
  let all = [];
  let filter = "";
  let chosen = "";
  /** @type {AbortController | null} */
  let work = null;

  for (const [tag, name] of FILTERS) {
    const b = h("button", { type: "button", words: name, "aria-pressed": String(tag === ""), on: { click: () => {
      filter = tag;
      for (const other of chips.children) other.setAttribute("aria-pressed", String(other === b));
      tell();
    } } });
    chips.append(b);
  }
  find.addEventListener("input", tell);
  rows.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const links = [...rows.querySelectorAll("a")];
    const next = links[links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement)) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    next.focus();
  });

  const status = (/** @type {Entry} */ one) => {
    const corrected = /correct|false|wrong/i.test(one.status ?? "") || one.tags?.includes("corrected");
    return h("span", { class: corrected ? "st st-err" : "st", words: corrected ? "corrected" : "rule holds" });
  };

  function tell() {
    const words = find.value.trim().toLowerCase().split(/\s+/).filter((x) => x);
    const fits = (/** @type {Entry} */ one) => {
      const text = JSON.stringify(one).toLowerCase();
      const tagged = filter === "" || (one.tags ?? []).some((tag) => tag.toLowerCase().startsWith(filter.slice(0, -1))) || (filter === "corrected" && /correct|false|wrong/i.test(one.status ?? ""));
      return tagged && words.every((w) => text.includes(w));
    };
    const hits = all.filter(fits);
    rows.replaceChildren(
      ...hits.map((one) => {
        const zh = one.name_zh ?? "";
        const [first, second] = tongue() === "zh" && zh ? [zh, one.name] : [one.name, zh];
        return h("li", null, h("a", { href: `#${one.id}`, "aria-current": one.id === chosen ? "true" : undefined, on: { click: (/** @type {Event} */ e) => (e.preventDefault(), void show(one.id)) } }, h("span", { class: "id" }, short(one.id)), h("span", { class: "nm" }, first), status(one), h("span", { class: "alt" }, [second, one.source].filter((x) => x).join(" · "))));
      }),
    );
    if (hits.length === 0 && all.length > 0) {
      rows.append(h("li", null, h("p", { class: "hint", words: ["Nothing found for {0}.", find.value || t("Filter")] }), button("Clear", () => {
        find.value = "";
        filter = "";
        [...chips.children].forEach((x, i) => x.setAttribute("aria-pressed", String(i === 0)));
        tell();
      }, { class: "btn btn-line" })));
    }
  }

  /** @param {string} id */
  async function show(id) {
    chosen = id;
    work?.abort();
    tell();
    if (location.pathname.startsWith("/catalogue")) history.replaceState(null, "", `/catalogue#${id}`);
    let one;
    try {
      one = await get(`/api/problems/${encodeURIComponent(id)}`);
    } catch (fault) {
      main.replaceChildren(h("p", { class: "say", role: "alert", words: fault instanceof Offline ? "The engine stopped answering." : "There is no such problem." }));
      return;
    }
    if (chosen !== id) return;
    draw(one);
  }

  /** @param {any} one */
  function draw(one) {
    const zh = tongue() === "zh";
    const told = (zh ? one.zh : one.en) ?? one.en ?? one;
    const other = (zh ? one.en : one.zh) ?? {};
    const lang = zh ? "zh-Hans" : "en";
    const sources = [short(one.id), told.source ?? other.source ?? one.source].flat().filter((x) => x);
    const title = h("h1", null, told.name ?? one.name ?? one.id);
    const head = h("div", { class: "page-head" }, h("div", null, title, h("p", { class: "src" }, [other.name !== told.name ? other.name : null, ...sources].filter((x) => x).join(" · "))));
    main.replaceChildren(head);
    const section = (/** @type {import("./words.js").Key} */ name, /** @type {any} */ text) => {
      if (!text) return;
      main.append(h("h2", { words: name }), prose(text, lang));
    };
    section("The game", told.statement);
    section("Who wins", told.rule);
    if (told.formula ?? one.mathml) {
      const math = picture(told.formula ?? one.mathml);
      if (math) main.append(h("div", { class: "rule" }, math));
    }
    section("Correction", told.correction ?? told.note ?? told.corrected);
    main.append(h("h2", { words: "Try it" }));
    const game = h("div", { class: "small-game" });
    main.append(game);
    void play(one, game, null);
    main.append(h("h2", { words: "Verified" }));
    main.append(verifier(one));
    const contest = one.contest ?? told.contest ?? (one.input ? one : null);
    const input = contest?.sample_input ?? contest?.input;
    const output = contest?.sample_output ?? contest?.output;
    if (input && output) {
      main.append(h("h2", { words: "In a contest" }), h("div", { class: "io" }, h("div", null, h("h3", { words: "Input" }), h("pre", { tabindex: 0 }, String(input))), h("div", null, h("h3", { words: "Output" }), h("pre", { tabindex: 0 }, String(output)))));
      main.append(h("p", { class: "cap" }, [told.bounds ?? one.bounds ?? ""].join(""), " ", h("code", null, `farstar problem run ${one.id}`)));
    }
    title.tabIndex = -1;
  }

  /**
   * A small instance and its moves; each move leads on.
   * @param {any} one @param {HTMLElement} box @param {string | null} position
   * @param {{position: string, name: string}[]} [line]
   */
  async function play(one, box, position, line = []) {
    let told;
    try {
      ({ result: told } = await compute(`/api/problems/${encodeURIComponent(one.id)}/play`, position === null ? {} : { position }));
    } catch {
      told = null;
    }
    if (!told || told.diagnostics || !(told.position ?? told.svg ?? told.moves)) {
      box.replaceChildren(h("p", { class: "say", words: "This problem has no small instance to play." }));
      return;
    }
    const moves = told.moves ?? [];
    const go = (/** @type {any} */ move) => void play(one, box, move.position, [...line, { position: told.position, name: move.name }]);
    const figure = told.svg ? touchBoard(told, { mode: "view", advice: true, speak: (i) => told.drawing?.labels?.[i] ?? String(i), play: go, cycle: () => {}, cell: (i) => {
      const hits = moves.filter((/** @type {any} */ m) => m.cells?.includes(i));
      if (hits.length === 1) go(hits[0]);
    } }, { at: 0, chosen: new Set() }) : h("figure", null, h("pre", { class: "longvalue" }, String(told.position)));
    const outcome = told.outcome;
    if (outcome) {
      const words = outcome.letter === "N" ? "The player to move wins" : outcome.letter === "P" ? "The player to move loses" : outcomeWords(outcome).words;
      figure.append(h("figcaption", { class: "cap", role: "status" }, h("b", { words })));
    }
    const tools = h("div", { class: "tools" });
    if (line.length > 0) tools.append(button("take back", () => void play(one, box, line.length > 1 ? (line.at(-1)?.position ?? null) : null, line.slice(0, -1))));
    if (told.rules) tools.append(button("Open the board", () => shell.openRules(typeof told.rules === "string" ? { name: told.rules } : told.rules, told.position)));
    const players = [...new Set(moves.map((/** @type {any} */ m) => m.player))];
    const lists = players.map((who) => moveList(/** @type {string} */ (who), moves.filter((/** @type {any} */ m) => m.player === who), { play: go }));
    if (lists.length === 0) lists.push(moveList("Both", [], {}));
    const focus = box.contains(document.activeElement);
    box.replaceChildren(figure, h("div", null, ...lists, tools));
    if (focus) box.querySelector("button")?.focus();
  }

  /** The button that verifies, and what it found. @param {any} one */
  function verifier(one) {
    const box = h("div", { class: "check", role: "status" });
    let bound = /** @type {number | null} */ (null);
    const idle = () => {
      box.replaceChildren(h("span"), h("strong", { words: "Not run yet" }), h("p", { words: "The rule is held against brute force, position by position." }), button("Verify", () => void run(), { class: "btn btn-main" }));
    };
    const run = async () => {
      work?.abort();
      const mine = new AbortController();
      work = mine;
      const panel = running(() => mine.abort());
      const start = performance.now();
      const late = setTimeout(() => box.replaceChildren(h("span"), panel.dom), 300);
      let answer;
      try {
        answer = await compute(`/api/problems/${encodeURIComponent(one.id)}/verify`, bound === null ? {} : { bound }, { signal: mine.signal, progress: (p) => panel.tell(p) });
      } catch (fault) {
        clearTimeout(late);
        box.replaceChildren(h("span"), mine.signal.aborted ? h("strong", { words: "Stopped." }) : h("strong", null, String(fault instanceof Error ? fault.message : fault)), button("Verify", () => void run(), { class: "btn btn-main" }));
        return;
      }
      clearTimeout(late);
      const told = answer.result ?? {};
      const ms = answer.ms ?? performance.now() - start;
      const again = button("Verify again", () => void run(), { class: "btn btn-main" });
      if (told.agrees === true) {
        const p = h("p", { words: ["{0} checked, {1}. No counterexample.", count(told.checked ?? 0), duration(ms)] });
        if (told.upto) p.append(` ${told.upto}`);
        box.replaceChildren(h("span", { class: "ok" }, icon("i-tick", 18)), h("strong", { words: "The rule agrees with brute force" }), p, again);
      } else if (told.agrees === false) {
        const what = told.counterexample ?? {};
        const found = h("p");
        if (what.svg) found.append(picture(what.svg) ?? "");
        found.append(h("code", null, typeof what === "string" ? what : (what.position ?? JSON.stringify(what))));
        if (what.expected !== undefined) found.append(" ", h("span", { words: ["the rule says {0}, brute force {1}", what.rule ?? what.found ?? "", what.expected] }));
        box.replaceChildren(icon("i-err", 18), h("strong", { class: "bad-word", words: "Counterexample" }), found, again);
      } else box.replaceChildren(h("span"), stoppedBox(told, null), again);
    };
    idle();
    return box;
  }

  /** @param {string} text @param {string} lang */
  function prose(text, lang) {
    const box = h("div", { class: "prose", lang });
    for (const block of String(text).split(/\n\s*\n/)) {
      const p = h("p");
      p.append(...inline(block));
      box.append(p);
    }
    return box;
  }

  onSpeak(() => {
    tell();
    if (chosen) void show(chosen);
  });
  once("/api/problems")
    .then((told) => {
      all = told.problems ?? [];
      tell();
      const wanted = decodeURIComponent(location.hash.slice(1));
      const first = all.find((x) => x.id === wanted) ?? all[0];
      if (first) void show(first.id);
    })
    .catch(() => main.replaceChildren(h("p", { class: "say", role: "alert", words: "The engine stopped answering." })));
  put(main.appendChild(h("p", { class: "sr" })), "Working");
  return {};
}

/** An id short enough for its column. @param {string} id */
const short = (id) => (id.length > 5 ? "" : id);
