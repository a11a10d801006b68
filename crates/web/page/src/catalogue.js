// The catalogue: every problem with its rule, a small instance to play, and a check by brute force.
import { Offline, get, once } from "./api.js";
import { asking } from "./asking.js";
import { button, h, icon, said } from "./dom.js";
import { named } from "./chooser.js";
import { findButton } from "./find.js";
import { prosed } from "./formulas.js";
import { gamePanel, tryPanel } from "./play.js";
import { forget, ownRules } from "./rules-panel.js";
import { stoppedBox } from "./running.js";
import { count, duration, onSpeak, put, t, tongue } from "./words.js";

/** @typedef {{en: string, zh: string}} Both */
/** @typedef {{id: string, name: string, kind: string, title: Both, topics: string[], words?: string, verifiable: boolean, playable: boolean, errata: number}} Entry */
/** @typedef {{range: Both, quick: number, usual: number, most: number}} Bounds */

/** @type {[string, import("./words.js").Key, (one: Entry) => boolean][]} */
const FILTERS = [
  ["", "All", () => true],
  ["play", "Playable", (one) => one.playable],
  ["heaps", "Heaps", (one) => one.topics.some((x) => /heap|nim|pile|stone/i.test(x))],
  ["graphs", "Graphs", (one) => one.topics.some((x) => /graph|tree/i.test(x))],
  ["partizan", "Partizan", (one) => /partizan/i.test(one.kind) || one.topics.some((x) => /partizan/i.test(x))],
  ["corrected", "Corrected", (one) => one.errata > 0],
];

/** The text in the language of the page. @param {Both | null | undefined} text */
const own = (text) => (tongue() === "zh" ? text?.zh || text?.en : text?.en || text?.zh) ?? "";
/** And in the other. @param {Both | null | undefined} text */
const foreign = (text) => (tongue() === "zh" ? text?.en : text?.zh) ?? "";

/** As a sentence. @param {string} text */
const whole = (text) => (text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.。]$/.test(text) ? "" : tongue() === "zh" ? "。" : "."}`);

/**
 * Fills the part of the page with the problems.
 * @param {{openRules: (rules: import("./api.js").Rules, position: string) => void, sequence: (text: string) => void, cell: (text: string) => void, tree: (rules: import("./api.js").Rules, position: string) => void}} shell
 */
export function catalogue(shell) {
  const root = /** @type {HTMLElement} */ (document.querySelector("[data-view=catalogue]"));
  const find = h("input", { class: "find", id: "find", type: "search", hint: "Wythoff, 数组, HDU 5963, mex…", label: "Search" });
  const chips = h("div", { class: "chips", role: "group", label: "Filter" });
  const rows = h("ol", { class: "plist" });
  const ids = h("p", { class: "cap ids", words: "Numbers are those of the notes the catalogue follows: I impartial games, P partizan ones." });
  const aside = h("aside", { class: "list", label: "Problems" }, find, chips, ids, rows);
  const main = h("main", { class: "page" });
  root.append(aside, main);
  /** @type {Entry[]} */
  let all = [];
  /** @type {{name: string, kind?: string, summary?: string, example?: string, chinese?: {name: string, summary: string} | null}[]} */
  let rulesets = [];
  let filter = "";
  let chosen = "";
  /** Where the entry that is read is asked. @type {import("./asking.js").Place[]} */
  const places = [];
  /** @type {typeof asking} */
  const asks = (box, manner) => {
    const place = asking(box, manner);
    places.push(place);
    return place;
  };
  /** Ends what an entry that is left was asked. */
  const drop = () => places.splice(0).forEach((place) => place.drop());

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
    const corrected = one.errata > 0;
    return h("span", { class: corrected ? "st st-err" : "st", words: corrected ? "corrected" : one.verifiable ? "rule holds" : "{0}" });
  };

  function tell() {
    const words = find.value.trim().toLowerCase().split(/\s+/).filter((x) => x);
    const tagged = FILTERS.find(([name]) => name === filter)?.[2] ?? (() => true);
    const hits = all.filter((one) => tagged(one) && words.every((w) => JSON.stringify([one.id, one.name, one.title, one.topics, one.words]).toLowerCase().includes(w)));
    // Games that are no problem here are rulesets all the same.
    const games = words.length > 0 && filter === "" ? rulesets.filter((one) => words.every((w) => `${one.name} ${one.chinese?.name ?? ""} ${one.summary ?? ""} ${/wythoff/i.test(one.name) ? "beatty golden ratio 黄金分割" : ""}`.toLowerCase().includes(w))) : [];
    rows.replaceChildren(
      ...hits.map((one) => h("li", null, h("a", { href: `#${one.id}`, "aria-current": one.id === chosen ? "true" : undefined, on: { click: (/** @type {Event} */ e) => (e.preventDefault(), void show(one.id, true)) } }, h("span", { class: "id" }, one.id), h("span", { class: "nm" }, own(one.title)), one.errata > 0 || one.verifiable ? status(one) : h("span"), h("span", { class: "alt" }, [foreign(one.title), one.topics.join(", ")].filter((x) => x).join(" · "))))),
    );
    const mine = filter === "" ? ownRules().filter((one) => words.every((w) => `${one.name} ${one.summary} ${one.text}`.toLowerCase().includes(w))) : [];
    if (mine.length > 0) rows.prepend(h("li", null, h("h2", { class: "cap", words: "Own rules" })), ...mine.map((one) => h("li", null, h("a", { href: "#", class: "ofrules", "aria-current": chosen === `own ${one.name}` ? "true" : undefined, on: { click: (/** @type {Event} */ e) => (e.preventDefault(), showOwn(one)) } }, h("span", { class: "id" }), h("span", { class: "nm" }, one.name), h("span"), h("span", { class: "alt" }, one.summary)))));
    if (games.length > 0) rows.append(h("li", null, h("h2", { class: "cap", words: "Rulesets" })));
    for (const one of games.slice(0, 12)) {
      rows.append(h("li", null, h("a", { href: "/boards", class: "ofrules", on: { click: (/** @type {Event} */ e) => (e.preventDefault(), shell.openRules({ name: one.name }, one.example ?? "")) } }, h("span", { class: "id" }), h("span", { class: "nm" }, named(one.name)), h("span"), h("span", { class: "alt" }, (tongue() === "zh" ? one.chinese?.summary : one.summary) ?? ""))));
    }
    if (hits.length === 0 && games.length === 0 && mine.length === 0 && all.length > 0) {
      rows.append(h("li", null, h("p", { class: "hint", words: ["Nothing found for {0}.", find.value || t("Filter")] }), button("Clear", () => {
        find.value = "";
        filter = "";
        [...chips.children].forEach((x, i) => x.setAttribute("aria-pressed", String(i === 0)));
        tell();
      }, { class: "btn btn-line" })));
    }
  }

  /** @param {string} id @param {boolean} [asked] whether a reader chose it: an entry that stands there keeps what was typed in it */
  async function show(id, asked = false) {
    if (!asked || chosen !== id || main.firstElementChild?.getAttribute("role") === "alert") await load(id);
    if (!asked || chosen !== id) return;
    // An entry is read from its beginning, below the bar; where the list stands above it, it is brought into view.
    main.scrollIntoView({ block: innerWidth < 981 ? "start" : "nearest" });
    if (innerWidth >= 981) scrollTo(0, 0);
  }

  /** @param {string} id */
  async function load(id) {
    chosen = id;
    drop();
    tell();
    rows.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    if (location.pathname.startsWith("/catalogue")) history.replaceState(null, "", `/catalogue#${id}`);
    let one;
    try {
      one = await get(`/api/problems/${encodeURIComponent(id)}`);
    } catch (fault) {
      main.replaceChildren(h("p", { class: "say", role: "alert", words: fault instanceof Offline ? "The engine stopped answering." : "There is no such problem." }));
      return;
    }
    if (rulesets.length === 0) rulesets = (await once("/api/rules").catch(() => ({}))).rulesets ?? [];
    if (chosen === id) draw(one);
  }

  /** Rules that the reader wrote. @param {import("./rules-panel.js").Own} one */
  function showOwn(one) {
    chosen = `own ${one.name}`;
    drop();
    tell();
    const heaps = ["heap", "row"].includes(one.kind);
    main.replaceChildren(
      h("div", { class: "page-head" }, h("div", null, h("h1", { tabindex: -1 }, one.name), h("p", { class: "src", words: "Own rules" }))),
      one.summary ? h("p", { class: "prose" }, one.summary) : "",
      h("pre", { class: "rawtext", tabindex: 0 }, one.text),
      one.ending ? h("p", { class: "cap" }, said(one.ending)) : "",
      h("div", { class: "tools" }, button("Open the board", () => shell.openRules({ text: one.text }, one.opening), { class: "btn btn-line" }), button("Tree", () => shell.tree({ text: one.text }, one.opening)), button("To the notebook", () => shell.cell(one.text)), heaps ? button("To the sequences", () => shell.sequence(one.text)) : null, heaps ? findButton(() => ({ rules: one.text })) : null, button("Remove", () => {
        forget(one.name);
        chosen = "";
        main.replaceChildren();
        tell();
      })),
    );
    if (innerWidth < 981) main.scrollIntoView({ block: "start" });
  }

  /** @param {any} one */
  function draw(one) {
    const title = h("h1", { tabindex: -1 }, own(one.title));
    const other = foreign(one.title);
    main.replaceChildren(h("div", { class: "page-head" }, h("div", null, title, h("p", { class: "src" }, [one.id, other !== own(one.title) ? other : "", one.source].filter((x) => x).join(" · ")))));
    const section = (/** @type {import("./words.js").Key} */ name, /** @type {Both} */ text) => {
      if (own(text)) main.append(h("h2", { words: name }), prose(own(text)));
    };
    const entry = (/** @type {string} */ id) => all.some((other) => other.id === id);
    section("The game", one.statement);
    section("Who wins", one.rule);
    const named_ = one.instance.ruleset ?? one.name.replaceAll("-", " ");
    const heaps = rulesets.find((other) => other.name.toLowerCase() === named_.replace(/\(.*/, "").toLowerCase() && ["heap", "row"].includes(other.kind ?? ""));
    // By its ruleset, or by the box of its small positions.
    const subject = heaps ? { game: one.instance.ruleset ?? heaps.name } : one.instance.cells ? { problem: one.id } : null;
    if (subject) main.append(h("div", { class: "tools findrow" }, findButton(() => subject), h("span", { class: "cap", words: heaps ? "finds the rule anew from play, and proves it" : "finds the rule anew from play" })));
    else if (one.instance.kind === "game") main.append(h("p", { class: "cap", words: "Its positions are no table of numbers, so no rule is looked for." }));
    if (one.worked?.length > 0) {
      const list = h("ul", { class: "worked" });
      for (const w of one.worked) list.append(h("li", null, h("code", null, w.expression), " = ", h("code", null, w.value)));
      main.append(list);
    }
    for (const wrong of one.errata ?? []) {
      main.append(h("h2", { words: "Correction" }), h("div", { class: "erratum" }, h("p", { class: "cap" }, [wrong.id, wrong.place].filter((x) => x).join(" · ")), h("p", { class: "printed" }, h("b", { words: "Printed:" }), " ", ...prosed(own(wrong.printed), entry)), h("p", null, h("b", { words: "Correct:" }), " ", ...prosed(own(wrong.correct), entry))));
      if (wrong.claim) main.append(verifier(wrong.id, wrong.claim, true));
    }
    main.append(h("h2", { words: one.instance.kind === "game" ? "Play it" : "Try it" }));
    if (one.instance.kind === "game") main.append(gamePanel({ ...one, ruleset: heaps?.kind === "heap" ? heaps.name : null }, shell.openRules, asks));
    else if (one.instance.kind === "computation") main.append(tryPanel(one, asks));
    else main.append(h("p", { class: "say", words: "The statement is lost: there is nothing to play." }));
    if (one.verification) main.append(h("h2", { words: "Verified" }), verifier(one.id, one.verification, false));
    if (one.samples?.length > 0) main.append(h("h2", { words: "In a contest" }), contest(one));
    if (one.complexity) main.append(h("p", { class: "cap" }, one.complexity));
  }

  /** Input and output of a contest; an input may be changed and answered. @param {any} one */
  function contest(one) {
    const box = h("div", { class: "contest" });
    if (own(one.format)) box.append(prose(own(one.format)));
    const input = h("textarea", { class: "rulestext", rows: Math.min(10, one.samples[0].input.split("\n").length + 1), spellcheck: "false", label: "Input" });
    input.value = one.samples[0].input;
    const output = h("pre", { tabindex: 0, role: "status" }, one.samples[0].output);
    box.append(h("div", { class: "io" }, h("div", null, h("h3", { words: "Input" }), input), h("div", null, h("h3", { words: "Output" }), output)));
    if (!one.answers) {
      input.readOnly = true;
      return box;
    }
    const place = asks(output, { dim: [output] });
    const run = button("Answer this input", async () => {
      const result = (await place.ask(`/api/problems/${encodeURIComponent(one.id)}/run`, { input: input.value }))?.result;
      if (result) output.replaceChildren(result.output ?? said(result.message ?? result.none ?? ""));
    }, { class: "btn btn-line" });
    box.append(h("div", { class: "tools" }, run, h("code", { class: "cap" }, `farstar problem run ${one.id}`)));
    return box;
  }

  /**
   * The button that verifies, and what it found. A wrong claim is meant to fail.
   * @param {string} id @param {Bounds} bounds @param {boolean} wrong
   */
  function verifier(id, bounds, wrong) {
    const box = h("div", { class: "check", role: "status" });
    const place = asks(box, { patience: 300 });
    let to = bounds.quick;
    const name = wrong ? "Refute" : "Verify";
    const button_ = (/** @type {import("./words.js").Key} */ words) => button(words, () => void run(), { class: "btn btn-main" });
    const idle = () => {
      box.replaceChildren(h("span"), h("strong", { words: "Not run yet" }), h("p", null, h("span", { words: wrong ? "The claim is held against brute force until it fails." : "The rule is held against brute force, position by position." }), ` ${whole(own(bounds.range))}`), button_(name));
    };
    const run = async () => {
      const answer = await place.ask(`/api/problems/${encodeURIComponent(id)}/verify`, { to });
      if (answer === null) box.append(button_(name));
      if (!answer) return;
      const told = answer.result ?? {};
      const next = to < bounds.usual ? bounds.usual : to < bounds.most ? bounds.most : 0;
      if (told.agrees === true) {
        const p = h("p", null, h("span", { words: ["{0} checked, {1}. No counterexample.", count(told.cases ?? 0), duration(answer.ms)] }), ` ${whole(own(bounds.range)).replace(/[.。]$/, "")}${told.to ? (tongue() === "zh" ? `，N = ${count(told.to)}。` : `, N = ${count(told.to)}.`) : ""}`);
        box.replaceChildren(h("span", { class: "ok" }, icon("i-tick", 18)), h("strong", { words: "The rule agrees with brute force" }), p);
        if (next > 0) {
          to = next;
          box.append(button_("Verify further"));
        } else box.append(h("span"));
      } else if (told.agrees === false) {
        const what = told.counterexample ?? {};
        const found = h("p", null, h("code", null, String(what.case ?? "")), ": ", h("span", { words: ["the rule says {0}, brute force {1}", String(what.claimed ?? ""), String(what.played ?? "")] }));
        box.replaceChildren(icon("i-err", 18), h("strong", { class: wrong ? "" : "bad-word", words: wrong ? "The claim is refuted" : "Counterexample" }), found, button_(name));
      } else {
        const why = told.none ? h("strong", null, said(told.none)) : stoppedBox(told, null);
        box.replaceChildren(h("span"), why, button_(name));
      }
    };
    idle();
    return box;
  }

  /** @param {string} text */
  function prose(text) {
    const box = h("div", { class: "prose", lang: tongue() === "zh" ? "zh-Hans" : "en" });
    for (const block of String(text).split(/\n\s*\n/)) {
      const p = h("p");
      p.append(...prosed(block, (id) => all.some((one) => one.id === id)));
      box.append(p);
    }
    return box;
  }

  onSpeak(() => {
    tell();
    if (chosen && !chosen.startsWith("own ")) void load(chosen);
  });
  once("/api/problems")
    .then((told) => {
      all = (told.problems ?? []).toSorted((/** @type {Entry} */ a, /** @type {Entry} */ b) => Number(b.name === "nim") - Number(a.name === "nim") || a.id.localeCompare(b.id, "en", { numeric: true }));
      tell();
      const wanted = decodeURIComponent(location.hash.slice(1));
      const first = all.find((x) => x.id === wanted) ?? all.find((x) => x.name === "nim") ?? all[0];
      if (first) void show(first.id, first.id === wanted);
    })
    .catch(() => main.replaceChildren(h("p", { class: "say", role: "alert", words: "The engine stopped answering." })));
  once("/api/rules").then((told) => (rulesets = told.rulesets ?? [])).catch(() => {});
  addEventListener("hashchange", () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (location.pathname.startsWith("/catalogue") && all.some((one) => one.id === id)) void show(id, true);
  });
  put(main.appendChild(h("p", { class: "sr" })), "Working");
  return { again: tell };
}
