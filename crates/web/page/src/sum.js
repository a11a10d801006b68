// The tray: boards added up, who wins their sum, and play in it.
import { compute } from "./api.js";
import { asking } from "./asking.js";
import { button, h, icon, picture, said } from "./dom.js";
import { letter } from "./heat.js";
import { PLAYERS, brief, moveList } from "./moves.js";
import { diagnostic, stoppedBox } from "./running.js";
import { formula, signs } from "./value.js";
import { put, t } from "./words.js";

/** @typedef {import("./api.js").Rules} Rules */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {"Left" | "Right"} Player */
/** @typedef {{rules: Rules, position: string, name: string}} Item */
/** @typedef {{board: number, name: string, position: string, value?: import("./api.js").Value}} Winning */
/** @typedef {{winner?: string, moves?: number, winning?: Winning[], drawing?: Winning[], complete?: boolean, by?: string, advice?: Winning & {why?: string, temperature?: string}}} Start */

const OTHER = { Left: /** @type {Player} */ ("Right"), Right: /** @type {Player} */ ("Left") };

/**
 * The tray under the board.
 * @param {(terms: import("./heat.js").Term[]) => void} heat shows the components on one axis of temperature
 */
export function sumTray(heat) {
  /** @type {Item[]} */
  let items = [];
  /** @type {{you: Player, turn: Player} | null} */
  let game = null;
  /** @type {any} */
  let told = null;
  /** @type {number} */
  let open = -1;
  let advice = true;

  const head = h("h2", { words: "Sum" });
  const cards = h("div", { class: "tray" });
  const say = h("div", { class: "sumsay" });
  const place = asking(say, { patience: 500 });
  const moves = h("div", { class: "summoves" });
  const log = h("ol", { class: "sumlog", label: "Moves played" });
  const tools = h("div", { class: "tools" });
  const dom = h("section", { class: "sum", label: "Sum of boards" }, head, cards, say, moves, log, tools);

  const board = (/** @type {Item} */ item) => ({ rules: item.rules, position: item.position });

  /** @param {Player | null} reply */
  async function ask(reply) {
    const answer = await place.ask("/api/sum", { boards: items.map(board), ...(reply ? { reply } : {}) });
    return answer ? answer.result : null;
  }

  async function tell() {
    if (items.length === 0) {
      told = null;
      draw();
      return;
    }
    const result = await ask(null);
    if (!result) return;
    told = result;
    draw();
  }

  /** @param {Player} you @param {Player} first */
  async function begin(you, first) {
    game = { you, turn: first };
    log.replaceChildren();
    open = -1;
    draw();
    if (first !== you) await engine();
  }

  /** The engine answers. */
  async function engine() {
    if (!game) return;
    const result = await ask(game.turn);
    if (!result || !game) return;
    told = result;
    const reply = result.reply;
    if (reply) {
      note(game.turn, reply.name, reply.board);
      items[reply.board] = { ...items[reply.board], position: reply.position };
      game.turn = OTHER[game.turn];
      await tell();
    } else draw();
  }

  /** @param {Player} by @param {string} name @param {number} at */
  function note(by, name, at) {
    log.append(h("li", null, icon(PLAYERS[by].sign, 11), h("span", { words: ["{0} on {1}", name, letter(at)] })));
  }

  /** @param {number} at @param {{name: string, position: string}} move */
  async function play(at, move) {
    if (!game) return;
    note(game.turn, move.name, at);
    items[at] = { ...items[at], position: move.position };
    game.turn = OTHER[game.turn];
    open = -1;
    await engine();
  }

  /** @param {Player} player */
  function verdict(player) {
    /** @type {Start} */
    const start = (player === "Left" ? told?.left_starts : told?.right_starts) ?? {};
    const box = h("div", { data: { player } }, icon(PLAYERS[player].sign, 18));
    const strong = h("strong");
    box.append(strong);
    if (game && (start.moves ?? 0) === 0 && told) {
      put(strong, [player === "Left" ? "Left cannot move: {0}" : "Right cannot move: {0}", t(player === "Left" ? "Right wins" : "Left wins")]);
      return box;
    }
    if (!advice || start.winner === undefined) {
      put(strong, player === "Left" ? "Left to move" : "Right to move");
      if (advice && start.advice) box.append(advised(start));
      else if (advice && told?.message) box.append(h("p", null, said(told.message)));
      return box;
    }
    put(strong, [player === "Left" ? "Left to move: {0}" : "Right to move: {0}", t(start.winner === "Left" ? "Left wins" : start.winner === "Right" ? "Right wins" : "a draw")]);
    const winning = start.winning ?? [];
    const drawing = start.winner === "draw" ? (start.drawing ?? []) : [];
    const p = h("p");
    [...winning, ...drawing].slice(0, 6).forEach((move, i) => {
      if (i > 0) p.append(" · ");
      p.append(playButton(move));
    });
    if (start.by === "thermographs") {
      p.append(" ", h("span", { words: winning.length > 0 ? "proved by the thermographs; other moves may win too" : "proved by the thermographs; the winning moves are not known" }));
      box.append(p);
      if (start.advice && winning.length === 0) box.append(advised(start));
      return box;
    }
    if (start.complete === false) p.append(" ", h("span", { words: "other moves may win too" }));
    else if (drawing.length > 0) p.append(" ", h("span", { words: ["{0} of {1} moves draw", drawing.length, start.moves ?? drawing.length] }));
    else if (winning.length === 1) p.append(" ", h("span", { words: ["the only winning move of {0}", start.moves ?? 1] }));
    else if (winning.length > 0) p.append(" ", h("span", { words: ["{0} of {1} moves win", winning.length, start.moves ?? winning.length] }));
    else if ((start.moves ?? 0) === 0) p.append(h("span", { words: "no move" }));
    else p.append(h("span", { words: "every move loses" }));
    box.append(p);
    return box;
  }

  /** A move that may be played, when it is a game. @param {Winning} move */
  function playButton(move) {
    const words = /** @type {import("./words.js").Words} */ (["{0} on {1}", move.name, letter(move.board)]);
    if (game) return h("button", { class: "btn btn-line play", type: "button", words, on: { click: () => void play(move.board, move) } });
    return h("span", { class: "play", words });
  }

  /** Advice where nobody knows who wins; it says that it is no more than that. @param {Start} start */
  function advised(start) {
    const move = /** @type {Winning & {why?: string, temperature?: string}} */ (start.advice);
    const why = move.why === "thermostat" ? /** @type {import("./words.js").Words} */ (["advice of the thermostat, at temperature {0}; not proved", signs(move.temperature ?? "0")]) : "advice: it leaves the most moves; not proved";
    return h("p", { class: "advice" }, playButton(move), " ", h("span", { words: why }));
  }

  function draw() {
    cards.replaceChildren();
    cards.dataset.n = String(Math.min(items.length, 3));
    if (items.length === 0) {
      cards.append(h("p", { class: "say", words: "Add a board: its value is added here." }));
      say.replaceChildren();
      moves.replaceChildren();
      tools.replaceChildren();
      return;
    }
    items.forEach((item, i) => {
      const one = told?.boards?.[i] ?? {};
      if (i > 0) cards.append(h("span", { class: "plus", "aria-hidden": "true" }, "+"));
      const out = h("button", { class: "btn btn-icon", type: "button", label: ["Take board {0} out of the sum", letter(i)], on: { click: () => {
        items = items.filter((_, k) => k !== i);
        game = null;
        void tell();
      } } }, icon("i-x"));
      const face = one.svg ? picture(one.svg) : h("code", null, item.position);
      const foot = h("footer", null, h("span", { class: "val" }, advice ? brief(one.value) : ""), one.temperature !== undefined && advice ? h("span", { words: ["temperature {0}", signs(String(one.temperature))] }) : null);
      const stage = h("button", { class: "stage", type: "button", label: ["Moves on {0}", letter(i)], on: { click: () => {
        open = open === i ? -1 : i;
        void tellMoves();
      } } }, face);
      cards.append(h("article", { class: "card", "aria-current": open === i ? "true" : undefined }, h("header", null, letter(i), h("span", { class: "minor" }, item.name), out), stage, foot));
    });
    const box = h("div", { class: game ? "verdict verdict-one" : "verdict", role: "status" });
    if (told?.diagnostics) say.replaceChildren(...told.diagnostics.map((/** @type {any} */ d) => diagnostic(d, null)));
    else {
      for (const player of /** @type {Player[]} */ (game ? [game.turn] : ["Left", "Right"])) box.append(verdict(player));
      say.replaceChildren(box);
      if (told?.stopped) say.append(stoppedBox(told, null));
      if (told?.value && advice && !game) say.append(h("div", { class: "sumvalue" }, formula(told.value, "small")));
    }
    moves.replaceChildren();
    if (open >= 0) void tellMoves();
    tools.replaceChildren();
    if (game) {
      tools.append(button("Stop playing", () => {
        game = null;
        draw();
      }));
    } else {
      tools.append(button("Play Left, moving first", () => void begin("Left", "Left")), button("Play Right, moving first", () => void begin("Right", "Right")), button("Play Left, moving second", () => void begin("Left", "Right")));
    }
    tools.append(
      button(advice ? "Advice off" : "Advice on", () => {
        advice = !advice;
        draw();
      }),
      button("Heat", () => heat(items.map(({ rules, position, name }) => ({ rules, position, name })))),
      button("Empty the tray", () => {
        items = [];
        game = null;
        log.replaceChildren();
        void tell();
      }),
    );
  }

  /** The moves on the board that is open, marked by what they do to the sum. */
  async function tellMoves() {
    const at = open;
    const item = items[at];
    if (!item) {
      moves.replaceChildren();
      return;
    }
    const { result } = await compute("/api/board", { rules: item.rules, position: item.position, moves: true, value: false, advice: false });
    if (open !== at || items[at] !== item) return;
    const players = game ? [game.turn] : /** @type {Player[]} */ (["Left", "Right"]);
    moves.replaceChildren(
      ...players.map((player) => {
        const start = /** @type {Start} */ ((player === "Left" ? told?.left_starts : told?.right_starts) ?? {});
        const own = /** @type {Move[]} */ (result?.moves ?? []).filter((m) => m.player === player || m.player === "Both");
        const marked = own.map((m) => {
          const wins = start.winning?.find((w) => w.board === at && w.name === m.name);
          const draws = start.drawing?.find((w) => w.board === at && w.name === m.name);
          return { ...m, value: (wins ?? draws)?.value, wins: wins !== undefined, draws: draws !== undefined };
        });
        marked.sort((a, b) => Number(b.wins) - Number(a.wins));
        return moveList(player, marked, { advice, play: game ? (m) => void play(at, m) : undefined });
      }),
    );
  }

  draw();
  return {
    dom,
    /** @param {Rules} rules @param {string} position @param {string} name */
    add: (rules, position, name) => {
      items.push({ rules, position, name });
      game = null;
      void tell();
    },
  };
}
