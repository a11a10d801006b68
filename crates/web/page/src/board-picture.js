// The picture of a position: the server's drawing, and over it what can be touched, chosen and won.
import { h, picture, s } from "./dom.js";
import { signs } from "./value.js";

/** @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").Move} Move */

/**
 * A picture only.
 * @param {Board} board
 */
export function boardPicture(board) {
  const svg = board.svg ? picture(board.svg) : null;
  const figure = h("figure", { class: "boardpic" }, svg);
  if (svg && board.moves) svg.append(tags(board.moves, null, true));
  return figure;
}

/** What fits into a tag. @param {Move} move */
const tagText = (move) => signs(move.value?.short ?? move.value?.label ?? move.value?.text ?? "");

/**
 * The tags of the moves: round for Left, pointed for Right, gold when the move wins.
 * @param {Move[]} moves
 * @param {((move: Move) => void) | null} play
 * @param {boolean} advice
 */
export function tags(moves, play, advice) {
  const group = s("g", { class: "tags" });
  /** @type {Map<string, number>} moves that meet in one place are fanned out */
  const met = new Map();
  for (const move of moves) {
    if (!move.at) continue;
    const key = move.at.map(Math.round).join();
    const before = met.get(key) ?? 0;
    met.set(key, before + 1);
    const text = advice ? tagText(move) : "";
    const wins = advice && move.wins;
    const [x, y0] = move.at;
    const y = y0 + (before % 2 === 0 ? before / 2 : -(before + 1) / 2) * 24;
    const width = Math.max(22, 7.4 * [...text].length + 14 + (wins ? 14 : 0));
    const left = x - width / 2;
    const right = move.player === "Right";
    const one = s("g", { class: `mv ${right ? "mv-r" : "mv-l"}${wins ? " mv-win" : ""}`, data: { name: move.name, player: move.player } });
    one.append(
      right
        ? s("path", { class: "tag", d: `M${left - 3} ${y}l6 -11h${width - 6}l6 11l-6 11h${-(width - 6)}Z` })
        : s("rect", { class: "tag", x: left, y: y - 11, width, height: 22, rx: 11 }),
    );
    if (wins) one.append(s("path", { class: "tick", d: `M${left + 8} ${y + 0.6}l3 3 5.6-6.4` }));
    if (text) one.append(s("text", { x: x + (wins ? 7 : 0), y: y + 4.2 }, text));
    if (play) one.addEventListener("click", () => play(move));
    group.append(one);
  }
  return group;
}

/**
 * What a board tells the page.
 * @typedef {object} Touch
 * @property {"view" | "edit"} mode
 * @property {(cell: number) => void} cell a cell was chosen with the mouse or Enter
 * @property {(cell: number) => void} cycle the next piece on a cell
 * @property {(move: Move) => void} play
 * @property {(cell: number) => string} speak what a cell is, for a screen reader
 * @property {boolean} advice
 */

/**
 * A board that can be walked over with the arrow keys: one tab stop, each cell spoken.
 * @param {Board} board
 * @param {Touch} touch
 * @param {{at: number, chosen: Set<number>}} cursor
 */
export function touchBoard(board, touch, cursor) {
  const svg = /** @type {SVGSVGElement | null} */ (board.svg ? picture(board.svg) : null);
  if (!svg) return h("figure");
  const boxes = board.drawing?.boxes ?? [];
  const columns = board.drawing?.columns ?? boxes.length;
  svg.removeAttribute("role");
  svg.setAttribute("role", boxes.length > 0 ? "grid" : "img");
  if (board.alt) svg.setAttribute("aria-label", board.alt);
  const moves = board.moves ?? [];
  if (touch.mode === "view" && moves.length > 0) svg.append(tags(moves, touch.play, touch.advice));
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
  const rows = Math.ceil(boxes.length / Math.max(1, columns));
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
          const same = Math.floor(to / columns) === Math.floor(i / columns);
          if (Math.abs(step) === columns ? true : same) go(to);
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
  // Tags lie over the cells for the mouse, cells come first for the keyboard.
  svg.insertBefore(layer, svg.querySelector(".tags"));
  return h("figure", { class: "boardpic" }, svg);
}

/**
 * Lights the cells that a move touches.
 * @param {Element} stage
 * @param {Move | null} move
 */
export function light(stage, move) {
  for (const hit of stage.querySelectorAll(".hit.lit, .mv.lit, .edge.lit")) hit.classList.remove("lit");
  if (!move) return;
  for (const cell of move.cells ?? []) stage.querySelector(`.hit[data-cell="${cell}"]`)?.classList.add("lit");
  stage.querySelector(`.mv[data-name="${CSS.escape(move.name)}"]`)?.classList.add("lit");
}
