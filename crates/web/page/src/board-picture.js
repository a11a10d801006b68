// The picture of a position: the server's drawing, and over it what can be touched, chosen and won.
import { h, picture, s } from "./dom.js";
import { drawMoves } from "./marks.js";
import { label, t } from "./words.js";

/** @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").Move} Move */

/** The server's picture; where each player has one sort of piece their shapes say whose they are. @param {Board} board */
function drawn(board) {
  const svg = /** @type {SVGSVGElement | null} */ (board.svg ? picture(board.svg) : null);
  const pieces = board.drawing?.pieces ?? [];
  if (["Left", "Right"].every((player) => pieces.filter((p) => p.owner === player && !p.numbers).length === 1)) {
    for (const sign of svg?.querySelectorAll("text.on-l, text.on-r") ?? []) if (pieces.some((p) => p.sign === sign.textContent)) sign.remove();
  }
  return svg;
}

/**
 * A picture only.
 * @param {Board} board
 */
export function boardPicture(board) {
  const svg = drawn(board);
  if (svg) drawMoves(svg, board, { play: null, playable: () => true, player: "Left", say: () => {} }, null);
  return h("figure", { class: "boardpic" }, svg);
}

/**
 * What a piece is called.
 * @param {string | null | undefined} sign
 * @param {import("./api.js").Piece[]} pieces
 */
export function pieceName(sign, pieces) {
  if (!sign) return t("cut away");
  const piece = pieces.find((p) => p.sign === sign);
  if (sign === pieces[0]?.sign && piece?.owner === null && sign === ".") return t("empty");
  if (sign === "#") return t("blocked");
  if (piece?.owner) return `${sign} ${t(piece.owner === "Left" ? "Left" : "Right")}`;
  return sign;
}

/**
 * What a board tells the page.
 * @typedef {object} Touch
 * @property {"view" | "edit"} mode
 * @property {(cell: number) => void} cell a cell was chosen with the mouse or Enter
 * @property {(cell: number) => void} cycle the next piece on a cell
 * @property {((move: Move) => void) | null} play
 * @property {(move: Move) => boolean} playable whether the reader may make this move
 * @property {string} player who is to move
 * @property {(move: Move | null, best: boolean) => void} say the move in hand
 * @property {(cell: number) => string} speak what a cell is, for a screen reader
 */

/**
 * A board that can be walked over with the arrow keys: one tab stop, each cell spoken.
 * @param {Board} board
 * @param {Touch} touch
 * @param {{at: number, chosen: Set<number>}} cursor
 */
export function touchBoard(board, touch, cursor) {
  const svg = drawn(board);
  if (!svg) return h("figure");
  const boxes = board.drawing?.boxes ?? [];
  const columns = board.drawing?.columns ?? Math.max(1, boxes.length);
  svg.setAttribute("role", boxes.length > 0 ? "grid" : "img");
  // A small board is not blown up to the width of the page.
  const width = board.drawing?.width ?? 400;
  if (width < 260) svg.classList.add(width < 190 ? "pic-s" : "pic-m");
  if (board.alt) label(svg, "aria-label", { message: board.alt });
  const layer = s("g", { class: "hits", data: { hit: "" } });
  /** @type {SVGElement[]} */
  const cells = [];
  const go = (/** @type {number} */ to) => {
    if (!cells[to]) return;
    cells[cursor.at]?.setAttribute("tabindex", "-1");
    cursor.at = to;
    cells[to].setAttribute("tabindex", "0");
    cells[to].focus();
  };
  if (cursor.at >= boxes.length) cursor.at = 0;
  const rows = Math.ceil(boxes.length / columns);
  for (let row = 0; row < rows; row += 1) {
    const line = s("g", { role: "row" });
    for (let i = row * columns; i < Math.min(boxes.length, (row + 1) * columns); i += 1) {
      const [x, y, width, height] = boxes[i];
      const hit = s("rect", { class: `hit${cursor.chosen.has(i) ? " chosen" : ""}`, x, y, width, height, role: "gridcell", tabindex: i === cursor.at ? 0 : -1, "aria-label": touch.speak(i), data: { cell: i } });
      hit.addEventListener("click", () => {
        go(i);
        touch.cell(i);
      });
      hit.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
        if (step !== undefined && !event.altKey) {
          const to = i + step;
          if (Math.abs(step) === columns || Math.floor(to / columns) === Math.floor(i / columns)) go(to);
        } else if (event.key === "Enter") touch.cell(i);
        else if (event.key === " " && touch.mode === "edit") touch.cycle(i);
        else return;
        event.preventDefault();
        event.stopPropagation();
      });
      cells.push(hit);
      line.append(hit);
    }
    layer.append(line);
  }
  // Marks lie over the cells for the mouse, cells come first for the keyboard.
  svg.append(layer);
  const playable = (/** @type {Move} */ move) => touch.mode === "view" && touch.playable(move);
  drawMoves(svg, board, { play: touch.play, playable, player: touch.player, say: touch.say }, null);
  return h("figure", { class: "boardpic" }, svg);
}

/**
 * The pieces that the line of play has put down, with the number of the move: cells that were blocked together and form a rectangle.
 * @param {SVGSVGElement} svg
 * @param {Board} board
 * @param {{by: string | null, cells: number[]}[]} played
 */
export function playedPieces(svg, board, played) {
  const boxes = board.drawing?.boxes ?? [];
  const cells = board.drawing?.cells ?? [];
  const before = svg.querySelector(".hits");
  played.forEach(({ by, cells: own }, n) => {
    const parts = own.map((i) => boxes[i]);
    if (parts.length < 2 || own.some((i) => cells[i] !== "#") || parts.some((b) => !b)) return;
    const [x, y] = [Math.min(...parts.map((b) => b[0])), Math.min(...parts.map((b) => b[1]))];
    const [right, low] = [Math.max(...parts.map((b) => b[0] + b[2])), Math.max(...parts.map((b) => b[1] + b[3]))];
    const area = parts.reduce((sum, b) => sum + b[2] * b[3], 0);
    if (Math.abs((right - x) * (low - y) - area) > 1) return;
    const inset = parts[0][2] * 0.1;
    const left = by === "Left";
    svg.insertBefore(s("rect", { class: left ? "pl" : "pr", x: x + inset, y: y + inset, width: right - x - 2 * inset, height: low - y - 2 * inset, rx: left ? parts[0][2] * 0.26 : 3 }), before);
    svg.insertBefore(s("text", { class: left ? "mid on-l" : "mid on-r", x: (x + right) / 2, y: (y + low) / 2 + 4.5 }, String(n + 1)), before);
  });
}

/**
 * Lights the cells that a move touches.
 * @param {Element} stage
 * @param {Move | null} move
 * @param {number} number its place among the moves
 */
export function light(stage, move, number) {
  for (const hit of stage.querySelectorAll(".lit")) hit.classList.remove("lit");
  stage.querySelector(".valuetag")?.remove();
  if (!move) return;
  for (const cell of move.cells ?? []) stage.querySelector(`.hit[data-cell="${cell}"]`)?.classList.add("lit");
  const mark = stage.querySelector(`[data-move="${number}"]`);
  mark?.classList.add("lit");
  mark?.dispatchEvent(new Event("show-value"));
}
