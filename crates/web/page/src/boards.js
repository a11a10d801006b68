// The board explorer: a position, its moves, the line that led to it, and the sum it may be part of.
import { compute, once } from "./api.js";
import { asking } from "./asking.js";
import { light, pieceName, playedPieces, touchBoard } from "./board-picture.js";
import { chooser, named } from "./chooser.js";
import { command } from "./commands.js";
import { button, correct, h, icon, said, writes } from "./dom.js";
import { CUT, canvas, graphOf, graphText } from "./graph.js";
import { keep, kept, pack, unpack } from "./keep.js";
import { digraphKey, hackenbushKey, movesKey } from "./legends.js";
import { learn } from "./messages.js";
import { best, moveLine } from "./marks.js";
import { PLAYERS, briefly, moveList } from "./moves.js";
import { svgSaver } from "./plots.js";
import { rulesPanel } from "./rules-panel.js";
import { diagnostic, stoppedBox } from "./running.js";
import { sumTray } from "./sum.js";
import { copier, factRow, formula, outcomeWords } from "./value.js";
import { facts, walls } from "./measures.js";
import { tellWhy } from "./why.js";
import { count, onSpeak, put, t } from "./words.js";

/** @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./api.js").Rules} Rules */
/** @typedef {import("./graph.js").Graph} Graph */
/** @typedef {import("./words.js").Key} Key */
/** @typedef {"Left" | "Right"} Player */
/** @typedef {{position: string, board: Board | null, by: Player | null, name: string, cells?: number[]}} Step */

/** The entry for digraphs that are no game but a graph of positions. */
const FREE = "—digraph";
const OTHER = { Left: /** @type {Player} */ ("Right"), Right: /** @type {Player} */ ("Left") };

/** Who wins when `player` moves next. @param {Board | null} board @param {Player} player */
const winner = (board, player) => board?.outcome?.[player === "Left" ? "left_starts" : "right_starts"];

/**
 * Fills the part of the page with the boards.
 * @param {{sequence: (text: string) => void, cell: (text: string) => void, tree: (rules: Rules, position: string) => void, heat: (terms: import("./heat.js").Term[]) => void}} shell
 */
export function boards(shell) {
  const root = /** @type {HTMLElement} */ (document.querySelector("main[data-view=boards]"));
  /** @type {Rules} */
  let rules = { name: "Domineering" };
  /** @type {any} what is known of the ruleset */
  let about = null;
  /** @type {Step[]} */
  let line = [];
  let at = 0;
  /** @type {Player} */
  let player = "Left";
  let editing = false;
  let advice = true;
  /** @type {Player | null} */
  let engine = null;
  let seconds = 60;
  let piece = "";
  /** Whose moves are drawn. @type {"Both" | Player} */
  let whose = "Both";
  /** What was drawn before, with the places of vertices. @type {{position: string, places: Map<string, {x: number, y: number}>}[]} */
  const edits = [];
  /** @type {{at: number, chosen: Set<number>}} */
  const cursor = { at: 0, chosen: new Set() };
  /** @type {{chosen: {what: "node" | "link", at: number} | null}} */
  const pen = { chosen: null };
  /** @type {Map<string, {x: number, y: number}>} */
  let places = new Map();
  /** @type {Graph} */
  let free = exampleDigraph();
  /** What was drawn before. @type {Graph[]} */
  const drawn = [];
  /** @type {any[]} */
  let list = [];

  const crumbs = h("ol");
  const crumbBar = h("nav", { class: "crumbs", label: "Line of play" }, crumbs, h("span", { class: "spring" }));
  const back = h("button", { class: "btn btn-icon", type: "button", label: "Back one move", on: { click: () => step(-1) } });
  back.append(h("kbd", null, "←"));
  const on = h("button", { class: "btn btn-icon", type: "button", label: "On one move", on: { click: () => step(1) } });
  on.append(h("kbd", null, "→"));
  crumbBar.append(back, on, copier("Copy line", () => line.map((x) => (x.by ? `${x.by}: ${x.name}` : x.position)).join("\n")));

  const choice = chooser((name) => show({ name }, null), [{ name: FREE, kind: "own", summary: "Digraph: N, P, draw" }]);
  const editButton = button("Edit", () => setEditing(!editing), { "aria-pressed": "false" });
  const playButton = button("Play the engine", () => setEngine(engine ? null : OTHER[player]), { "aria-pressed": "false" });
  const adviceButton = button("Advice", () => setAdvice(!advice), { "aria-pressed": "true" });
  const textButton = button("Rules", () => (panel.dom.hidden = !panel.dom.hidden));
  const addButton = button("Add to sum", () => tray.add(rules, now()?.position ?? "", title()));
  const treeButton = button("Tree", () => shell.tree(rules, now()?.position ?? ""));
  const whoseBox = h("div", { class: "seg", role: "group", label: "Whose moves are drawn" });
  const tabs = h("div", { class: "tabs" }, choice.dom, whoseBox, textButton, h("span", { class: "spring" }), editButton, playButton, adviceButton, treeButton, addButton);

  const panel = rulesPanel({ use: (text, told) => show({ text }, null, told), sequence: shell.sequence, cell: shell.cell });

  const stage = h("div", { class: "bigboard" });
  const palette = h("div", { class: "edit-tools", hidden: true });
  const text = h("input", { class: "position", label: "Position as text", spellcheck: "false", autocapitalize: "off" });
  const fault = h("div", { class: "fault" });
  const form = h("form", { class: "positionform" }, h("label", { class: "cap", words: "Position" }), text);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start(text.value);
  });
  text.addEventListener("change", () => start(text.value));
  const hand = moveLine();
  const key = h("div", { class: "key movekey" });
  const area = h("section", { class: "stagearea", label: "Board" }, palette, stage, hand.dom, key, form, fault);
  const side = h("aside", { class: "side", label: "Value and moves" });
  const spoken = h("p", { class: "sr", role: "status" });
  const under = h("section", { class: "under", label: "Thermograph" });
  /** Reasons belong to one position. */
  let because = asking(null);
  const place = asking(side, { patience: 300, dim: [side, under], late: () => void beforehand(), again: () => void load() });
  const tray = sumTray(shell.heat);
  const main = h("div", { class: "mainside" }, tabs, panel.dom, area, under, tray.dom);
  root.append(h("h1", { class: "sr", words: "Boards" }), crumbBar, main, side, spoken);

  const now = () => /** @type {Step | undefined} */ (line[at]);
  const board = () => now()?.board ?? null;
  const title = () => named(about?.title || about?.name || rules.name || t("own rules"));

  // ───── rulesets

  const fillChooser = () => choice.tell(title(), board()?.svg);

  /** @param {string} name */
  const known = (name) => list.find((x) => x.name === name || x.title === name);

  /**
   * Opens a ruleset at a position, or at its example.
   * @param {Rules} to
   * @param {string | null} position
   * @param {any} [told]
   */
  function show(to, position, told) {
    const one = to.name ? known(to.name) : null;
    rules = one ? { ...to, name: one.name } : to;
    about = told ?? one ?? null;
    if (to.name === FREE) about = { name: FREE, title: t("Digraph: N, P, draw"), kind: FREE };
    places = new Map();
    edits.length = 0;
    whose = "Both";
    cursor.at = 0;
    pen.chosen = null;
    piece = "";
    setEditing(false);
    engine = null;
    tellEngine();
    tellParts();
    if (rules.name === FREE) panel.dom.hidden = true;
    panel.tell(about, to.text ?? about?.text ?? "");
    fillChooser();
    clearBoard();
    start(position ?? about?.opening ?? about?.example ?? "");
  }

  // ───── the line of play

  /** @param {string} position */
  function start(position) {
    line = [{ position, board: null, by: null, name: "" }];
    at = 0;
    player = "Left";
    load();
  }

  /** @param {number} way */
  function step(way) {
    const to = at + way;
    if (!line[to]) return;
    at = to;
    const last = line[at].by;
    player = last ? OTHER[last] : "Left";
    if (line[1] && at === 0 && line[1].by) player = line[1].by;
    load();
  }

  /** @param {Move} move */
  function play(move) {
    const by = move.player === "Both" ? player : move.player;
    if (line[at + 1]?.name === move.name && line[at + 1]?.by === by) {
      step(1);
    } else {
      line = [...line.slice(0, at + 1), { position: move.position, board: null, by, name: move.name, cells: move.cells }];
      at += 1;
      player = OTHER[by];
      load();
    }
  }

  async function reply() {
    const step = now();
    if (!engine || engine !== player || !step) return;
    const { result } = await compute("/api/sum", { boards: [{ rules, position: step.position }], reply: engine });
    if (now() !== step || !engine) return;
    const move = result?.reply;
    if (move) play({ player: engine, name: move.name, position: move.position, cells: move.cells });
    else if (result?.none ?? result?.message) fault.replaceChildren(h("p", { class: "say", role: "status" }, said(String(result.none ?? result.message))));
  }

  function tellLine() {
    crumbs.replaceChildren(
      ...line.map((one, i) => {
        const before = line[i - 1]?.board ?? null;
        const slip = one.by && advice && winner(before, one.by) === one.by && one.board && winner(one.board, OTHER[one.by]) !== one.by && winner(one.board, OTHER[one.by]) !== undefined;
        const words = advice && one.board?.outcome ? outcomeWords(one.board.outcome).words : null;
        const under = slip ? h("small", null, h("span", { class: "slip", words: winner(one.board, OTHER[/** @type {Player} */ (one.by)]) === "draw" ? "slip: a draw" : one.by === "Left" ? "slip: Right wins" : "slip: Left wins" })) : words ? h("small", { words }) : h("small", null, "\u00a0");
        const face = one.by ? h("span", null, icon(PLAYERS[one.by].sign, 11), one.name) : h("span", { words: "Start" });
        const go = h("button", { type: "button", on: { click: () => step(i - at) } }, face, under);
        return h("li", { "aria-current": i === at ? "true" : undefined }, go);
      }),
    );
    back.disabled = at === 0;
    on.disabled = at === line.length - 1;
    crumbs.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // ───── computing

  async function load() {
    const one = now();
    if (!one) return;
    cursor.chosen.clear();
    text.value = one.position;
    place.drop();
    area.removeAttribute("aria-busy");
    fault.replaceChildren();
    if (rules.name === FREE) {
      await loadFree();
      return;
    }
    if (one.board && (one.board.moves?.some((m) => m.value) || !advice)) {
      draw();
      void reply();
      return;
    }
    area.setAttribute("aria-busy", "true");
    const answer = await place.ask("/api/board", { rules, position: one.position, moves: true, value: advice, advice, limits: { seconds } });
    if (answer === undefined) return;
    area.removeAttribute("aria-busy");
    if (answer === null) {
      if (place.fault() !== "cancelled" || !one.board) return;
      // What was seen beforehand can be played on.
      one.board = { ...one.board, stopped: "cancelled" };
      draw();
      return;
    }
    const { result } = answer;
    if (result?.diagnostics) {
      fault.replaceChildren(...result.diagnostics.map((/** @type {any} */ d) => diagnostic(d, null)));
      if (!one.board) clearBoard();
    }
    if (result?.drawing || result?.svg) {
      one.board = result;
      correct(text, one.position, result.position ?? one.position);
      one.position = result.position ?? one.position;
      keep("board", JSON.stringify({ rules, position: line[0].position }));
    } else if (result?.stopped && !one.board) {
      side.replaceChildren(stoppedBox(result, null));
    }
    draw();
    void reply();
  }

  /** The position itself needs no search: it is shown while its value is looked for. */
  async function beforehand() {
    const one = now();
    if (!one || rules.name === FREE) return;
    const { result } = await compute("/api/board", { rules, position: one.position, moves: true, advice: false }).catch(() => ({ result: null }));
    if (now() !== one || one.board || !result?.drawing) return;
    one.board = result;
    drawStage();
    tellLine();
  }

  // ───── drawing

  const isGraph = () => ["graph", "digraph", "edges"].includes(board()?.drawing?.kind ?? "");

  /** Nothing is shown of a position that is no more. */
  function clearBoard() {
    for (const part of [stage, side, under, palette]) part.replaceChildren();
    under.hidden = true;
    palette.hidden = true;
  }

  function tellWhose() {
    whoseBox.hidden = rules.name === FREE || !advice || board()?.impartial !== false;
    whoseBox.replaceChildren(...(/** @type {const} */ (["Both", "Left", "Right"])).map((one) => h("button", { type: "button", words: one, "aria-pressed": String(one === whose), on: { click: () => {
      whose = one;
      tellWhose();
      drawStage();
    } } })));
  }

  function draw() {
    tellLine();
    tellWhose();
    fillChooser();
    drawStage();
    drawSide();
    drawUnder();
    drawTools();
  }

  /** The moves that may be played now. */
  const playable = () => {
    const all = board()?.moves ?? [];
    return engine ? all.filter((m) => m.player === "Both" || m.player === OTHER[/** @type {Player} */ (engine)]) : all;
  };
  /** Those that are drawn. */
  const marked = () => playable().filter((m) => whose === "Both" || m.player === "Both" || m.player === whose);
  const turnMoves = () => playable().filter((m) => m.player === player || m.player === "Both");

  /** @param {number} cell */
  function speakCell(cell) {
    const drawing = board()?.drawing;
    const sign = drawing?.cells?.[cell] ?? (drawing?.kind === "edges" ? drawing.edges?.[cell]?.piece : drawing?.vertices?.[cell]?.piece);
    const heap = drawing?.heaps?.[cell];
    const owner = drawing?.pieces?.find((p) => p.sign === sign)?.owner;
    const number = drawing?.numbers?.[cell];
    const own = number == null ? null : `${owner ? t(owner === "Left" ? "Left" : "Right") : sign} ${number}`;
    const name = own ?? (heap ? heap.join(", ") : pieceName(sign, drawing?.pieces ?? []));
    const place = drawing?.labels?.[cell] ?? String(cell + 1);
    const wins = advice ? (board()?.moves ?? []).filter((m) => m.wins && m.cells?.includes(cell)) : [];
    if (advice && wins.length === 0) wins.push(...(board()?.moves ?? []).filter((m) => m.draws && m.cells?.includes(cell)));
    const told = wins.map((m) => (m.draws ? t(["draws with {0}", m.name]) : (m.player === "Both" ? t(["wins with {0}", m.name]) : t([m.player === "Left" ? "Left wins with {0}" : "Right wins with {0}", m.name]))));
    return [`${place}, ${name}`, ...told].join(". ");
  }

  /** A cell was chosen: play the one move it leaves, or wait for the other end. @param {number} cell */
  function choose(cell) {
    const moves = turnMoves();
    const having = (/** @type {number[]} */ cells) => moves.filter((m) => cells.every((c) => m.cells?.includes(c)));
    let picked = [...cursor.chosen, cell];
    let left = having(picked);
    if (left.length === 0) {
      picked = [cell];
      left = having(picked);
    }
    const [first] = left;
    if (left.length === 1 && (picked.length > 1 || (first.cells?.length ?? 1) === 1)) {
      play(first);
      return;
    }
    const same = cursor.chosen.size === 1 && cursor.chosen.has(cell);
    cursor.chosen = new Set(left.length === 0 || same ? [] : picked);
    drawStage(true);
    const options = left.map((m) => m.name).join(", ");
    spoken.textContent = left.length === 0 ? t("no move") : options;
  }

  /** A change by hand, which can be undone. @param {string} position */
  function edit(position) {
    edits.push({ position: now()?.position ?? "", places: new Map(places) });
    start(position);
  }

  /** @param {number} cell @param {string} to */
  function setCell(cell, to) {
    const drawing = board()?.drawing;
    if (!drawing?.cells) return;
    const cells = words(drawing);
    cells[cell] = to;
    edit(rowsText(cells, drawing.columns ?? cells.length));
  }

  /** The cells as they are typed: pieces with their numbers. @param {import("./api.js").Drawing} drawing @returns {(string | null)[]} */
  const words = (drawing) => (drawing.cells ?? []).map((sign, i) => (drawing.numbers?.[i] == null ? sign : `${sign}${drawing.numbers[i]}`));

  /** What can be laid on a cell: pieces, those that carry a number with the first few. @param {import("./api.js").Drawing} drawing @returns {import("./api.js").Piece[]} */
  function brushes(drawing) {
    const known = /** @type {import("./api.js").Piece[]} */ (about?.pieces ?? []);
    return (drawing.pieces ?? known).filter((p) => p.sign !== CUT).flatMap((p) => {
      const numbers = known.find((other) => other.sign === p.sign)?.numbers;
      if (!numbers) return [p];
      const count = Math.min(10, numbers[1] - numbers[0] + 1);
      return Array.from({ length: count }, (_, i) => ({ ...p, sign: `${p.sign}${numbers[0] + i}` }));
    });
  }

  /** @param {(string | null)[]} cells @param {number} columns */
  function rowsText(cells, columns) {
    const hand = /^\d+,\d+:/.exec(now()?.position ?? "")?.[0] ?? "";
    const rows = [];
    for (let i = 0; i < cells.length; i += columns) rows.push(cells.slice(i, i + columns).map((cell) => cell ?? " ").join(board()?.drawing?.numbers?.length ? "," : ""));
    return hand + rows.join("|");
  }

  /** @param {boolean} [focus] whether the cursor was on the board */
  function drawStage(focus = stage.contains(document.activeElement)) {
    const one = board();
    if (!one) return;
    // The line told a move of what stood here before.
    hand.tell(null, false);
    stage.classList.toggle("bigboard-wide", isGraph());
    key.replaceChildren(...(advice && !editing && one.moves?.length ? movesKey(one, player) : []));
    if (isGraph() && one.drawing) {
      drawGraph(one);
    } else {
      const figure = touchBoard(
        one,
        {
          mode: editing ? "edit" : "view",
          playable: (move) => advice && marked().includes(move),
          player,
          say: hand.tell,
          speak: speakCell,
          play,
          cell: (cell) => (editing ? setCell(cell, piece) : choose(cell)),
          cycle: (cell) => {
            const pieces = one.drawing ? brushes(one.drawing) : [];
            const sign = one.drawing ? words(one.drawing)[cell] : null;
            const next = pieces[(pieces.findIndex((p) => p.sign === sign) + 1) % Math.max(1, pieces.length)];
            if (next) setCell(cell, next.sign);
          },
        },
        cursor,
      );
      const played = editing ? [] : line.slice(1, at + 1).map((step) => ({ by: step.by, cells: step.cells ?? [] }));
      const svg = figure.querySelector("svg");
      if (svg) playedPieces(svg, one, played);
      stage.replaceChildren(figure);
      if (focus) /** @type {SVGElement | null} */ (stage.querySelector("[tabindex='0']"))?.focus();
    }
  }

  /** @param {Board} one */
  function drawGraph(one) {
    const drawing = one.drawing;
    if (!drawing) return;
    const graph = graphOf(drawing, places);
    if (editing) graph.links = graph.links.filter((e) => e.piece !== CUT || graph.kind !== "edges");
    const pieces = brushes(drawing);
    /** @type {Map<number, string>} */
    const notes = new Map();
    if (graph.kind === "edges") graph.links.forEach((_, i) => notes.set(i, drawing.labels?.[i] ?? ""));
    const drawnMoves = advice && !editing ? marked() : [];
    const winning = new Set(drawnMoves.filter((m) => m.wins && m.player === "Both").map((m) => m.edge ?? m.cells?.[0] ?? -1));
    const marks = { moves: drawnMoves, list: one.moves ?? [], best: best(one, player), play, say: hand.tell };
    const focus = stage.contains(document.activeElement);
    const made = canvas(
      graph,
      {
        mode: editing ? "edit" : "view",
        alt: one.alt ?? "",
        pieces: pieces.map((/** @type {any} */ p) => p.sign),
        owners: new Map([...(drawing.pieces ?? []), ...pieces].map((/** @type {any} */ p) => [p.sign, p.owner])),
        winning,
        notes,
        marks,
        speak: speakCell,
        moved: () => {
          if (editing) edits.push({ position: now()?.position ?? "", places: new Map(places) });
          remember(graph);
          drawGraph(one);
          if (editing) drawTools();
        },
        changed: (to) => {
          const before = new Map(places);
          remember(to);
          const text = graphText(to, pieces[0]?.sign ?? "");
          if (text === "" || text === now()?.position) {
            drawGraph(one);
            return;
          }
          edits.push({ position: now()?.position ?? "", places: before });
          start(text);
        },
        cell: (cell) => {
          const moves = turnMoves().filter((m) => (m.edge !== undefined ? m.edge === cell : m.cells?.includes(cell)));
          const exact = moves.filter((m) => (m.edge ?? m.cells?.[0]) === cell);
          const hit = exact.length === 1 ? exact : moves;
          if (hit.length === 1 && ((hit[0].cells?.length ?? 1) === 1 || exact.length === 1)) play(hit[0]);
          else choose(cell);
        },
      },
      pen,
    );
    stage.replaceChildren(made.figure);
    if (graph.kind === "edges") stage.append(hackenbushKey());
    penActs = made;
    if (focus) /** @type {SVGElement | null} */ (stage.querySelector(".chosen") ?? stage.querySelector("[tabindex='0']"))?.focus();
  }
  /** @type {{drop: () => void, turnChosen: (piece: string) => boolean} | null} */
  let penActs = null;

  /** @param {Graph} graph */
  function remember(graph) {
    for (const node of graph.nodes) places.set(node.name, { x: node.x, y: node.y });
  }

  function drawSide() {
    const one = board();
    if (!one) return;
    /** @type {HTMLElement[]} */
    const parts = [];
    const outcome = one.outcome;
    const mover = one.impartial ? null : player;
    const wins = winner(one, player);
    const mine = (one.moves ?? []).filter((m) => m.player === player || m.player === "Both");
    const turn = h("p", { class: "turn" }, icon(one.impartial ? "w-n" : PLAYERS[player].sign, 18));
    const words = h("span", { role: "status" });
    if (one.moves && mine.length === 0 && !one.stopped) {
      const misere = about?.misere === true;
      const who = misere ? player : OTHER[player];
      put(words, one.impartial ? (misere ? "No move left: the player to move wins" : "No move left: the player who moved last wins") : [player === "Left" ? "Left cannot move: {0}" : "Right cannot move: {0}", t(who === "Left" ? "Left wins" : "Right wins")]);
    } else if (!advice || wins === undefined) put(words, mover === "Right" ? "Right to move" : mover === "Left" ? "Left to move" : "To move");
    else if (one.impartial) put(words, outcome?.letter === "P" ? "The player to move loses" : outcome?.letter === "N" ? "The player to move wins" : "a draw");
    else {
      const end = wins === "Left" ? t("Left wins") : wins === "Right" ? t("Right wins") : t("a draw");
      put(words, [player === "Left" ? "Left to move: {0}" : "Right to move: {0}", end]);
    }
    turn.append(words);
    if (!one.impartial) {
      const other = button("Other player", () => turnOver(), { class: "btn turnover" });
      turn.append(h("span", { class: "spring" }), other);
    }
    parts.push(turn);
    if (one.value && advice) {
      parts.push(formula(one.value));
      parts.push(factRow(facts(one)).row);
      parts.push(h("div", { class: "tools" }, copier("Copy", () => one.value?.text), copier("LaTeX", () => one.value?.latex), copier("Link", () => `${location.origin}/boards#${pack(JSON.stringify({ rules, position: one.position }))}`), svgSaver(() => stage, "board"), copier("JSON", () => JSON.stringify({ ...one, svg: undefined }, null, 2))));
    } else if (advice && outcome) {
      parts.push(factRow({ outcome }).row);
    }
    if (one.stopped) {
      parts.push(stoppedBox(one, () => {
        seconds *= 2;
        const step = now();
        if (step) step.board = null;
        load();
      }));
    }
    if (one.endless && advice) {
      const long = one.plies?.[player === "Left" ? "left_starts" : "right_starts"];
      const remark = h("p", { class: "hint" }, h("span", { words: "Play may be endless: then it is a draw." }));
      if (long) remark.append(" ", h("span", { words: long === 1 ? "Over in 1 ply." : ["Over in {0} plies.", long] }));
      if (one.positions) remark.append(" ", h("span", { words: ["{0} positions looked at.", count(one.positions)] }));
      parts.push(remark);
    }
    if (one.answer?.atlas && advice) parts.push(h("p", { class: "hint", words: ["Known from the atlas {0}", one.answer.atlas] }));
    if (advice && one.outcome && !one.endless) parts.push(whyBox(one));
    for (const remark of [one.none, one.note]) if (remark) parts.push(h("p", { class: "hint" }, said(remark)));
    const moves = playable();
    const acts = { play: editing ? undefined : play, light: (/** @type {Move | null} */ m) => light(stage, m, m ? (one.moves ?? []).indexOf(m) : -1), advice };
    const sides = one.impartial ? ["Both"] : player === "Left" ? ["Left", "Right"] : ["Right", "Left"];
    for (const who of sides) {
      if (engine === who) continue;
      const own = moves.filter((m) => m.player === who || (one.impartial && who === "Both"));
      if (one.moves) parts.push(moveList(who, own, acts));
    }
    parts.push(h("p", { class: "hint" }, h("kbd", null, "↑"), " ", h("kbd", null, "↓"), " ", h("span", { words: "choose" }), " · ", h("kbd", null, "Enter"), " ", h("span", { words: "play" }), " · ", h("kbd", null, "Backspace"), " ", h("span", { words: "take back" }), " · ", h("kbd", null, "T"), " ", h("span", { words: "change who moves" })));
    const focus = side.contains(document.activeElement);
    side.replaceChildren(...parts);
    if (focus) /** @type {HTMLElement | null} */ (side.querySelector(".moves button"))?.focus();
  }

  /** Why it is won as it is, asked for when it is wanted. @param {Board} one */
  function whyBox(one) {
    const told = h("div");
    const box = h("details", { class: "whybox" }, h("summary", { words: "Why" }), told);
    because.drop();
    because = asking(told);
    box.addEventListener("toggle", () => {
      if (box.open && told.childElementCount === 0) void tellWhy(because, told, { rules, position: one.position, limits: { seconds } });
    });
    return box;
  }

  function drawUnder() {
    const one = board();
    const shown = advice && one ? walls(one) : [];
    under.hidden = shown.length === 0;
    under.replaceChildren(...shown);
  }

  function drawTools() {
    palette.hidden = !editing;
    if (!editing) return;
    const drawing = board()?.drawing;
    if (!drawing) return;
    const pieces = brushes(drawing);
    if (!pieces.some((p) => p.sign === piece)) piece = pieces[1]?.sign ?? pieces[0]?.sign ?? "";
    const row = h("div", { class: "seg", role: "group", label: "Pieces" });
    for (const one of pieces) {
      const name = pieceName(one.sign, pieces);
      const b = h("button", { type: "button", "aria-pressed": String(one.sign === piece), on: { click: () => {
        if (isGraph() && penActs?.turnChosen(one.sign)) return;
        piece = one.sign;
        drawTools();
      } } }, h("code", null, one.sign), name === one.sign ? "" : ` ${name.replace(`${one.sign} `, "")}`);
      row.append(b);
    }
    /** @type {HTMLElement[]} */
    const parts = pieces.length > 1 && drawing.kind !== "heap" ? [row] : [];
    if (["grid", "hex", "strip", "row"].includes(drawing.kind) && drawing.cells) {
      if (drawing.kind === "grid" || drawing.kind === "hex") parts.push(stepper("rows", () => resize(1, 0), () => resize(-1, 0)));
      parts.push(stepper("columns", () => resize(0, 1), () => resize(0, -1)));
      parts.push(button("Clear", () => resize(0, 0, true)));
    }
    if (isGraph()) {
      parts.push(button("Remove", () => penActs?.drop()));
      parts.push(h("span", { class: "cap", words: drawing.kind === "edges" ? "Click the paper for a new joint, two joints to join them, an edge twice to recolour it; drag to move." : "Click the paper for a new vertex, two vertices to join or part them; drag to move." }));
    }
    if (drawing.kind === "heap" && drawing.heaps) {
      drawing.heaps.forEach((heap, i) => {
        if (heap.length !== 1) return;
        parts.push(stepper(String(heap[0]), () => heapBy(i, 1), () => heapBy(i, -1), ["heap {0}", i + 1]));
      });
      if (drawing.heaps.every((x) => x.length === 1)) parts.push(button("New heap", () => edit([...(drawing.heaps ?? []), [1]].join("+"))));
      else parts.push(h("span", { class: "cap", words: "Write the heaps below." }));
    }
    parts.push(button("Undo", undo, { disabled: edits.length === 0 }));
    palette.replaceChildren(...parts);
  }

  /** @param {number} i @param {number} by */
  function heapBy(i, by) {
    const heaps = (board()?.drawing?.heaps ?? []).map(([n]) => n);
    heaps[i] = Math.max(0, heaps[i] + by);
    edit(heaps.filter((x, k) => x > 0 || k === 0).join("+"));
  }

  /** @param {string} name @param {() => void} more @param {() => void} less @param {import("./words.js").Words} [words] */
  function stepper(name, more, less, words) {
    const box = h("span", { class: "stepper", role: "group", label: words ?? /** @type {Key} */ (name) });
    const minus = h("button", { class: "btn btn-icon", type: "button", label: "one less", on: { click: less } }, icon("i-minus"));
    const plus = h("button", { class: "btn btn-icon", type: "button", label: "one more", on: { click: more } }, icon("i-plus"));
    box.append(minus, words ? h("b", null, name) : h("span", { words: /** @type {Key} */ (name) }), plus);
    return box;
  }

  /** @param {number} rows @param {number} columns @param {boolean} [clear] */
  function resize(rows, columns, clear = false) {
    const drawing = board()?.drawing;
    if (!drawing?.cells) return;
    const empty = brushes(drawing)[0]?.sign ?? ".";
    const there = words(drawing);
    const width = drawing.columns ?? drawing.cells.length;
    const height = Math.ceil(drawing.cells.length / width);
    const [w, hgt] = [Math.max(1, width + columns), Math.max(1, height + rows)];
    const cells = Array.from({ length: w * hgt }, (_, i) => {
      const [r, c] = [Math.floor(i / w), i % w];
      return clear || r >= height || c >= width ? empty : (there[r * width + c] ?? empty);
    });
    edit(rowsText(cells, w));
  }

  // ───── switches

  /** @param {boolean} to */
  function setEditing(to) {
    editing = to;
    pen.chosen = null;
    editButton.setAttribute("aria-pressed", String(to));
    put(editButton, to ? "Done editing" : "Edit");
    if (board()) draw();
  }

  /** @param {Player | null} to */
  function setEngine(to) {
    engine = to;
    setEditing(false);
    tellEngine();
    if (board()) draw();
    void reply();
  }
  function tellEngine() {
    playButton.setAttribute("aria-pressed", String(engine !== null));
    put(playButton, engine ? (engine === "Left" ? "Stop Left’s engine" : "Stop Right’s engine") : "Play the engine");
  }

  /** @param {boolean} to */
  function setAdvice(to) {
    advice = to;
    adviceButton.setAttribute("aria-pressed", String(to));
    put(adviceButton, to ? "Advice" : "Advice is off");
    if (!to) draw();
    else load();
  }

  function turnOver() {
    player = OTHER[player];
    draw();
    void reply();
  }

  // ───── digraphs of positions: N, P, draw

  /** What makes no sense for a digraph of positions is put away. */
  function tellParts() {
    const game = rules.name !== FREE;
    for (const part of [textButton, editButton, playButton, adviceButton, treeButton, addButton, form, crumbBar, tray.dom]) part.hidden = !game;
    whoseBox.hidden ||= !game;
    if (!game) key.replaceChildren();
  }

  async function loadFree() {
    const answer = await place.ask("/api/digraph", { vertices: free.nodes.map(({ name, x, y }) => ({ name, x, y })), arcs: free.links.map((e) => [e.from, e.to]) });
    if (!answer) return;
    const { result } = answer;
    /** @type {import("./graph.js").Verdict[]} */
    const verdicts = result?.vertices ?? [];
    // The drawing is changed where it stands.
    const before = structuredClone(free);
    const again = (/** @type {Graph} */ to) => {
      drawn.push(before);
      free = to;
      start("");
    };
    const focus = stage.contains(document.activeElement);
    const made = canvas(free, { mode: "edit", pieces: [], owners: new Map(), changed: again, moved: () => {}, cell: () => {}, speak: (i) => `${free.nodes[i]?.name}: ${verdicts[i]?.outcome ?? ""}`, winning: new Set(), verdicts, alt: t("Digraph: N, P, draw") }, pen);
    penActs = made;
    stage.classList.add("bigboard-wide");
    stage.replaceChildren(made.figure, digraphKey(), h("p", { class: "cap", words: "Click the paper for a new vertex, two vertices to join or part them; drag to move." }), h("div", { class: "tools" }, button("Remove", () => penActs?.drop(), { class: "btn btn-line" }), button("Undo", undo, { class: "btn btn-line", disabled: drawn.length === 0 })));
    if (focus) /** @type {SVGElement | null} */ (stage.querySelector(".chosen") ?? stage.querySelector("[tabindex='0']"))?.focus();
    under.hidden = true;
    palette.hidden = true;
    crumbs.replaceChildren(h("li", { "aria-current": "true" }, h("button", { type: "button" }, h("span", { words: "Start" }))));
    side.replaceChildren(...freeLists(verdicts));
    if (result?.diagnostics) fault.replaceChildren(...result.diagnostics.map((/** @type {any} */ d) => diagnostic(d, null)));
  }

  function undo() {
    if (rules.name !== FREE) {
      const last = edits.pop();
      if (!last) return;
      places = last.places;
      pen.chosen = null;
      start(last.position);
      return;
    }
    const before = drawn.pop();
    if (!before) return;
    free = before;
    pen.chosen = null;
    start("");
  }

  /** @param {import("./graph.js").Verdict[]} verdicts */
  function freeLists(verdicts) {
    /** @type {[string, Key, string][]} */
    const groups = [["N", "Won for the player to move (N)", "w-n"], ["P", "Won for the other (P)", "w-p"], ["D", "Drawn", "w-d"]];
    const counts = groups.map(([letter]) => verdicts.filter((v) => v.outcome === letter).length);
    const facts = h("dl", { class: "facts" }, h("div", null, h("dt", { words: "Vertices" }), h("dd", null, h("span", { class: "val" }, String(free.nodes.length)))), h("div", null, h("dt", { words: "N · P · draw" }), h("dd", null, h("span", { class: "val" }, counts.join(" · ")))));
    const lists = groups.map(([letter, name, sign]) => {
      const rows = free.nodes.map((node, i) => ({ node, verdict: verdicts[i] })).filter((x) => x.verdict?.outcome === letter);
      const items = rows.map(({ node, verdict }) => {
        const to = (verdict.to ?? []).map((j) => free.nodes[j]?.name).join(", ");
        return h("li", { class: letter === "P" ? "win" : letter === "D" ? "even" : undefined }, h("button", { type: "button", on: { click: () => {
          pen.chosen = { what: "node", at: free.nodes.indexOf(node) };
          load();
        } } }, h("span", { class: "m" }, h("b", null, node.name)), h("span", (verdict.plies ?? null) === null ? { words: "no way out" } : { words: verdict.plies === 1 ? "in 1 ply" : ["in {0} plies", verdict.plies ?? 0] }), h("span", { class: "minor" }, to ? `→ ${to} ` : "", ...briefly({ text: verdict.value ?? "", mathml: verdict.mathml }))));
      });
      return items.length > 0 ? h("div", { class: "moves" }, h("h3", null, icon(sign), h("span", { words: name })), h("ol", null, ...items)) : h("div");
    });
    return [facts, ...lists];
  }

  // ───── keys

  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.shown !== "boards" || event.defaultPrevented) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && (rules.name === FREE || editing) && !writes(event.target)) undo();
    else if (event.altKey && event.key === "ArrowLeft") step(-1);
    else if (event.altKey && event.key === "ArrowRight") step(1);
    else if (writes(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "Backspace") step(-1);
    else if (event.key === "Escape" && cursor.chosen.size > 0) {
      cursor.chosen.clear();
      drawStage();
    } else if (kept("letters") === "off") return;
    else if (event.key === "/") choice.open();
    else if (event.key === "y") /** @type {HTMLElement | null} */ (side.querySelector(".whybox summary"))?.click();
    else if (event.key === "b") /** @type {HTMLElement | null} */ (side.querySelector(".moves li.win button"))?.focus();
    else if (event.key === "t") turnOver();
    else if (event.key === "s" && rules.name !== FREE) tray.add(rules, now()?.position ?? "", title());
    else if (event.key === "v") spoken.textContent = board()?.value?.label ?? board()?.value?.text ?? "";
    else if (event.key === "w") {
      const wins = turnMoves().filter((m) => m.wins);
      const draws = turnMoves().filter((m) => m.draws);
      spoken.textContent = wins.length > 0 ? t(["winning: {0}", wins.map((m) => m.name).join(", ")]) : draws.length > 0 ? t(["drawing: {0}", draws.map((m) => m.name).join(", ")]) : t("no winning move");
    } else if (/^[1-9]$/.test(event.key) && !editing) {
      const move = turnMoves()[Number(event.key) - 1];
      if (move) play(move);
    } else if (editing && (event.key === "+" || event.key === "-")) resize(0, event.key === "+" ? 1 : -1);
    else return;
    event.preventDefault();
  });
  command("Choose a ruleset", "/", choice.open, "boards");
  command("Edit the board", "", () => setEditing(!editing), "boards");
  command("Play the engine", "", () => setEngine(engine ? null : OTHER[player]), "boards");
  command("Tree", "", () => shell.tree(rules, now()?.position ?? ""), "boards");
  command("Add to sum", "s", () => tray.add(rules, now()?.position ?? "", title()), "boards");
  command("Other player", "t", turnOver, "boards");
  command("Advice", "", () => setAdvice(!advice), "boards");
  onSpeak(() => {
    if (list.length > 0) fillChooser();
    if (board()) draw();
  });

  // ───── start: a link, what was open last, or Domineering

  /** @type {{rules: Rules, position: string | null}} */
  let wanted = { rules: { name: "Domineering" }, position: null };
  try {
    const told = JSON.parse(unpack(location.hash.slice(1)) ?? "") ?? null;
    if (told?.rules && typeof told.position === "string") wanted = told;
  } catch {
    try {
      const last = JSON.parse(kept("board") ?? "");
      if (last?.rules && typeof last.position === "string") wanted = last;
    } catch {
      // nothing kept
    }
  }
  const ready = once("/api/rules")
    .then(async (told) => {
      list = told.rulesets ?? [];
      choice.know(list);
      learn(list);
      let more = null;
      if (wanted.rules.text) more = (await compute("/api/rules/check", { text: wanted.rules.text })).result;
      show(wanted.rules, wanted.position, more ?? undefined);
    })
    .catch(() => fault.replaceChildren(h("p", { class: "say", role: "alert", words: "The engine stopped answering." })));

  return {
    /** @param {Rules} to @param {string | null} position */
    show: (to, position) => {
      wanted = { rules: to, position };
      if (list.length > 0) show(to, position);
      else void ready;
    },
  };
}

/** A digraph to begin with: wins, a loss, and a cycle that draws. @returns {Graph} */
function exampleDigraph() {
  const at = /** @type {[string, number, number][]} */ ([["a", 70, 170], ["b", 190, 80], ["c", 190, 260], ["d", 320, 80], ["e", 320, 200], ["f", 330, 290], ["g", 460, 80], ["h", 460, 200]]);
  const arcs = ["ab", "ac", "bd", "be", "ce", "cf", "fc", "dg", "eg", "hg", "eh", "fh"];
  return {
    kind: "digraph",
    nodes: at.map(([name, x, y]) => ({ name, x, y, piece: null })),
    links: arcs.map((a) => ({ from: at.findIndex((v) => v[0] === a[0]), to: at.findIndex((v) => v[0] === a[1]), piece: null })),
  };
}
