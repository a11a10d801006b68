// What of an entry of the catalogue can be tried: its game against perfect play, or its computation.
import { touchBoard, light } from "./board-picture.js";
import { button, h, inline, picture, said as phrase } from "./dom.js";
import { moveList } from "./moves.js";
import { tellWhy, whyList } from "./why.js";
import { tongue } from "./words.js";

/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./words.js").Key} Key */
/** @typedef {import("./api.js").Board} Board */
/** @typedef {"wins" | "loses" | "draws"} Fate */
/** @typedef {{player: "Left" | "Right" | "Both", name: string, position: string, cells: number[], at?: [number, number], fate: Fate}} Move */
/** @typedef {{player: "Left" | "Right" | "Both", moves: Move[], played: Fate, rule: Fate | null, best: number | null}} Side */
/** @typedef {{position: string, impartial: boolean, mover: "Left" | "Right" | null, alt: string, svg?: string, drawing?: import("./api.js").Drawing,
 *   games?: {text: string, mathml: string[]}[], sides: Side[], none?: string, message?: string}} Turn */
/** @typedef {{turn: Turn, yours: boolean}} Moment */
/** @typedef {{en: string, zh: string}} Both */
/** @typedef {typeof import("./asking.js").asking} Asks makes a place for questions, which ends with the entry */

/** @param {Both} text */
const own = (text) => (tongue() === "zh" ? text.zh : text.en);

/** Moves that lose whose answers are told. */
const MOST_ANSWERED = 12;

/** What becomes of the reader. @type {Record<Fate, [Key, Key]>} by whether it is the reader's turn */
const VERDICTS = { wins: ["you win", "the engine wins"], loses: ["the engine wins", "you win"], draws: ["a draw", "a draw"] };
/** @type {Record<Fate, [Key, Key]>} */
const ENDS = { wins: ["You win.", "The engine wins."], loses: ["The engine wins.", "You win."], draws: ["Nobody wins.", "Nobody wins."] };

/**
 * The game of an entry, against the engine.
 * @param {any} one
 * @param {(rules: import("./api.js").Rules, position: string) => void} openRules
 * @param {Asks} asks
 */
export function gamePanel(one, openRules, asks) {
  const { position: start, note, ruleset } = one.instance;
  // An entry of heaps that has its own definition is explained by the ruleset of its name.
  const why = ruleset ?? one.ruleset ?? null;
  const reasons = h("div", { role: "status" });
  const because = asks(reasons);
  const box = h("div", { class: "small-game duel", label: "The game", role: "group" });
  const figure = h("figure", { class: "boardpic" });
  const state = h("div", { class: "duel-state", role: "status" });
  const place = asks(state, { again: () => void begin(true) });
  const proof = h("p", { class: "cap" });
  const list = h("div", { class: "duel-moves" });
  const choice = h("div", { class: "tools" });
  const tools = h("div", { class: "tools" });
  const whole = h("code", { class: "duel-position" });
  box.append(h("div", null, figure, whole), h("div", null, state, proof, choice, list, tools, reasons));

  /** Which side is the reader's; in an impartial game there is one only. @type {"Left" | "Right" | "Both"} */
  let side = "Both";
  let advice = true;
  let begins = true;
  /** @type {Moment | null} */
  let now = null;
  /** @type {Moment[]} */
  let past = [];
  let said = "";
  let cursor = { at: 0, chosen: new Set() };

  const other = () => (side === "Left" ? "Right" : side === "Right" ? "Left" : "Both");
  const sideOf = (/** @type {Moment} */ { turn, yours }) => turn.sides.find((s) => s.player === (yours ? side : other()));

  /** @param {string} position @returns {Promise<Turn | null>} */
  async function ask(position, at = place) {
    const told = (await at.ask(`/api/problems/${encodeURIComponent(one.id)}/play`, { position, limits: { seconds: 20 } }))?.result;
    if (told && !told.sides) state.replaceChildren(h("p", { class: "say", role: "alert" }, phrase(told.none ?? told.message ?? "")));
    return told?.sides ? told : null;
  }

  /** Who sits where so that the reader can win, if anybody can. @param {Turn} turn */
  function seat(turn) {
    if (turn.impartial) {
      side = "Both";
      begins = turn.sides[0].played !== "loses";
      return;
    }
    if (turn.mover) {
      const loses = turn.sides[0].played === "loses";
      side = loses ? (turn.mover === "Left" ? "Right" : "Left") : turn.mover;
      begins = !loses;
      return;
    }
    const fate = (/** @type {string} */ player) => turn.sides.find((s) => s.player === player)?.played;
    const first = fate("Left") === "wins" ? "Left" : fate("Right") === "wins" ? "Right" : null;
    side = first ?? "Left";
    begins = first !== null;
  }

  /** From the start; `anew` finds the seats again. @param {boolean} anew */
  async function begin(anew) {
    const turn = await ask(start);
    if (!turn) return;
    if (anew) seat(turn);
    else if (turn.mover) begins = turn.mover === side;
    past = [];
    said = "";
    cursor = { at: 0, chosen: new Set() };
    await reach({ turn, yours: begins });
  }

  /** Shows a moment; the engine answers until it is the reader's turn. @param {Moment} moment */
  async function reach(moment) {
    const focused = list.contains(document.activeElement);
    for (;;) {
      const seen = sideOf(moment);
      if (moment.yours || !seen || seen.best === null || seen.moves.length === 0) break;
      const chosen = seen.moves[seen.best];
      const turn = await ask(chosen.position);
      if (!turn) return;
      said = chosen.name;
      moment = { turn, yours: true };
    }
    now = moment;
    draw();
    // Who plays by keyboard goes on among the moves.
    if (focused) (list.querySelector("button") ?? tools.querySelector("button"))?.focus();
  }

  /** @param {Move} move */
  async function make(move) {
    if (!now?.yours) return;
    const before = now;
    const turn = await ask(move.position);
    if (!turn) return;
    past.push(before);
    said = "";
    await reach({ turn, yours: false });
  }

  function draw() {
    if (!now) return;
    const { turn, yours } = now;
    const seen = sideOf(now);
    const moves = (seen?.moves ?? []).map((m) => ({ ...m, wins: m.fate === "wins" }));
    const over = moves.length === 0;
    whole.textContent = turn.position;
    show(turn, moves, over);
    const fate = seen?.played ?? "draws";
    const spoken = said === "" ? [] : [h("span", { words: ["The engine plays {0}.", said] }), " "];
    const verdict = /** @type {Words} */ (over ? ENDS[fate][yours ? 0 : 1] : "Your turn.");
    state.replaceChildren(...spoken, h(over ? "strong" : "span", { words: verdict }));
    proof.replaceChildren();
    if (!over) {
      const by = (/** @type {Key} */ name, /** @type {Words} */ words) => [h("span", { words: name }), " ", h("b", { words })];
      proof.append(...by("By brute force:", VERDICTS[fate][yours ? 0 : 1]), " · ", ...by("By the rule:", seen?.rule ? VERDICTS[seen.rule][yours ? 0 : 1] : "says nothing here"));
    }
    if (!over) {
      const acts = { play: (/** @type {any} */ m) => void make(m), advice, light: (/** @type {any} */ m) => light(figure, m, -1) };
      list.replaceChildren(moveList(side, moves, acts));
    } else list.replaceChildren();
    const seats = h("div", { class: "seg", role: "group", label: "Who begins" });
    const seatButton = (/** @type {Key} */ words, /** @type {boolean} */ pressed, /** @type {() => void} */ act) => h("button", { type: "button", words, "aria-pressed": String(pressed), on: { click: act } });
    const sit = (/** @type {() => void} */ change) => () => {
      change();
      void begin(false);
    };
    choice.replaceChildren();
    if (!turn.impartial) choice.append(h("div", { class: "seg", role: "group", label: "Your side" }, seatButton("You are Left", side === "Left", sit(() => (side = "Left"))), seatButton("You are Right", side === "Right", sit(() => (side = "Right")))));
    if (!turn.mover) {
      seats.append(seatButton("You begin", begins, sit(() => (begins = true))), seatButton("The engine begins", !begins, sit(() => (begins = false))));
      choice.append(seats);
    }
    const last = past.at(-1);
    tools.replaceChildren(
      button(advice ? "Advice off" : "Advice on", () => {
        advice = !advice;
        draw();
        tools.querySelector("button")?.focus();
      }, { class: "btn btn-line" }),
      button("Start again", () => void begin(false), { class: "btn btn-line", disabled: past.length === 0 }),
      button("Take back", () => {
        if (!last) return;
        past.pop();
        said = "";
        now = last;
        draw();
      }, { class: "btn btn-line", disabled: !last }),
    );
    because.drop();
    reasons.replaceChildren();
    if (why) {
      const at = now?.turn.position ?? start;
      const position = ruleset ? at : at.trim().split(/\s+/).join("+");
      tools.append(button("Why", () => void tellWhy(because, reasons, { rules: { name: why }, position }), { class: "btn btn-line" }));
    } else if (!over && yours) tools.append(button("Why", () => void answers(moves), { class: "btn btn-line" }));
    if (ruleset) tools.append(button("Open the board", () => openRules({ name: ruleset }, now?.turn.position ?? start), { class: "btn btn-line" }));
  }

  /** Where no theorem speaks the tree does: the moves that win, and what is played against those that lose. @param {Move[]} moves */
  async function answers(moves) {
    const winning = moves.filter((m) => m.fate === "wins").map((m) => m.name);
    const told = [h("li", { words: "Every answer was searched." })];
    if (winning.length > 0) told.push(h("li", { words: ["These moves win: {0}", winning.join(", ")] }));
    for (const move of moves.filter((m) => m.fate === "loses").slice(0, MOST_ANSWERED)) {
      const turn = await ask(move.position, because);
      const answering = turn && sideOf({ turn, yours: false });
      if (!answering) return;
      const reply = answering.moves[answering.best ?? -1];
      if (reply) told.push(h("li", { words: ["{0} loses to {1}", move.name, reply.name] }));
    }
    reasons.replaceChildren(whyList(told));
  }

  /** The picture, to be played on. @param {Turn} turn @param {any[]} moves @param {boolean} over */
  function show(turn, moves, over) {
    if (turn.games) {
      const games = turn.games.map((game) => {
        const made = game.mathml.map((part) => picture(part)).filter((part) => part !== null);
        return h("span", { class: "duel-game" }, ...(made.length > 0 ? made : [game.text]));
      });
      const row = games.flatMap((game, i) => (i === 0 ? [game] : [h("span", { class: "duel-plus" }, "+"), game]));
      figure.replaceChildren(h("div", { class: "duel-sum", role: "img", "aria-label": turn.alt }, ...(row.length > 0 ? row : [h("span", { class: "duel-game" }, "0")])));
      return;
    }
    const board = /** @type {Board} */ (/** @type {unknown} */ ({ ...turn, moves }));
    const labels = turn.drawing?.labels ?? [];
    const drawn = touchBoard(board, { mode: "view", playable: () => !over, speak: (i) => labels[i] ?? String(i + 1), play: (m) => void make(/** @type {any} */ (m)), player: "Left", say: () => {}, cycle: () => {}, cell: (i) => {
      const hits = moves.filter((m) => m.cells?.includes(i));
      if (hits.length === 1) void make(hits[0]);
    } }, cursor);
    figure.replaceChildren(...drawn.childNodes);
  }

  void begin(true);
  const told = own(note) ? [h("p", { class: "cap" }, ...inline(own(note)))] : [];
  return h("div", { class: "trying" }, ...told, box, h("p", { class: "cap" }, h("code", null, `farstar problem play ${one.id}`)));
}

/**
 * The computation of an entry: an input, and what the rule and the definition make of it.
 * @param {any} one
 * @param {Asks} asks
 */
export function tryPanel(one, asks) {
  const { input: given, format } = one.instance;
  const box = h("div", { class: "contest" });
  const words = own(format) || own(one.format);
  if (words) box.append(h("p", { class: "prose" }, ...inline(words)));
  const input = h("textarea", { class: "rulestext", rows: Math.min(10, given.split("\n").length + 1), spellcheck: "false", label: "Input" });
  input.value = given;
  const rule = h("pre", { tabindex: 0, label: "By the rule" });
  const definition = h("pre", { tabindex: 0, label: "By the definition" });
  const state = h("div", { class: "cap", role: "status" });
  const place = asks(state, { dim: [rule, definition] });
  const run = async () => {
    const told = (await place.ask(`/api/problems/${encodeURIComponent(one.id)}/try`, { input: input.value, limits: { seconds: 20 } }))?.result;
    if (!told) return;
    const wrong = told.none ?? told.message;
    rule.textContent = told.rule ?? "";
    definition.textContent = told.definition ?? "";
    state.replaceChildren(wrong === undefined ? h("span", { words: told.agrees ? "The rule and the definition agree" : "The rule and the definition differ" }) : phrase(wrong));
  };
  const title = (/** @type {Key} */ name) => h("h3", { words: name });
  box.append(h("div", null, title("Input"), input), h("div", { class: "io" }, h("div", null, title("By the rule"), rule), h("div", null, title("By the definition"), definition)), state);
  box.append(h("div", { class: "tools" }, button("Compute both", () => void run(), { class: "btn btn-main" }), h("code", { class: "cap" }, `farstar problem try ${one.id}`)));
  void run();
  return box;
}
