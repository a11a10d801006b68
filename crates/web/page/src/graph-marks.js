// Moves on graphs drawn by hand: arrows along edges, bars across what is cut, rings at vertices, for both players.
import { s } from "./dom.js";
import { markOf, tagValue } from "./marks.js";

/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./marks.js").Point} Point */
/** @typedef {import("./marks.js").Shape} Shape */
/** @typedef {import("./graph.js").Graph} Graph */
/** @typedef {{moves: Move[], list: Move[], best: number, play: (move: Move) => void, say: (move: Move | null, best: boolean) => void}} Marks `list` has all moves, `moves` those that are drawn */

const r = (/** @type {number} */ x) => String(Math.round(x * 10) / 10);

/**
 * @param {SVGSVGElement} svg
 * @param {Graph} graph
 * @param {Marks} marks
 * @param {(link: number, t: number) => {at: Point, way: Point}} along a point of a link and the way it goes there
 * @param {Point} size of the picture
 */
export function drawGraphMarks(svg, graph, marks, along, size) {
  const layer = s("g", { class: "marks" });
  const pieces = graph.nodes.map(({ x, y }) => ({ x, y, r: graph.kind === "edges" ? 6 : 21, pointed: false }));
  const pairs = new Map();
  const cellsOf = (/** @type {Move} */ move) => (move.edge !== undefined ? [move.edge] : (move.cells ?? []));
  const pair = (/** @type {Move} */ move) => [...cellsOf(move)].sort((a, b) => a - b).join(",");
  for (const move of marks.moves) pairs.set(`${move.player} ${pair(move)}`, (pairs.get(`${move.player} ${pair(move)}`) ?? 0) + 1);
  const both = (/** @type {Move} */ move) => marks.moves.some((other) => other.player !== move.player && cellsOf(other)[0] === cellsOf(move)[0]);
  const joins = (/** @type {number} */ a, /** @type {number} */ b) => graph.links.findIndex((e) => (e.from === a && e.to === b) || (e.from === b && e.to === a));

  /** @param {Move} move @returns {Shape | null} */
  const shape = (move) => {
    const cells = cellsOf(move);
    if (cells.length === 0) return null;
    const side = move.player === "Left" ? -1 : move.player === "Right" ? 1 : 0;
    if (graph.kind === "edges") {
      const { at: [x, y], way: [ux, uy] } = along(cells[0], both(move) ? 0.5 + side * 0.16 : 0.34);
      const line = `M${r(x - uy * 11)} ${r(y + ux * 11)}L${r(x + uy * 11)} ${r(y - ux * 11)}`;
      return { line, core: line, head: "", wide: 4, at: [x, y], round: false };
    }
    if (move.step) return arrow(graph, move.step, along, joins);
    const link = cells.length === 2 && pairs.get(`${move.player} ${pair(move)}`) === 1 ? joins(cells[0], cells[1]) : -1;
    if (link >= 0) {
      const [a, b] = [along(link, 0.36).at, along(link, 0.64).at];
      const line = `M${r(a[0])} ${r(a[1])}L${r(b[0])} ${r(b[1])}`;
      return { line, core: line, head: "", wide: 4.5, at: along(link, 0.5).at, round: false };
    }
    // Of many cells the one that is joined to all others is where the move was made.
    const middle = cells.find((c) => cells.every((other) => other === c || joins(c, other) >= 0)) ?? cells[0];
    const node = graph.nodes[middle];
    if (!node) return null;
    const [x, y] = side === 0 ? [node.x, node.y - 29] : [node.x + side * 21, node.y - 21];
    const line = side > 0 ? `M${r(x)} ${r(y - 6)}l6 6-6 6-6-6Z` : `M${r(x - 6)} ${r(y)}a6 6 0 1 1 12 0a6 6 0 1 1-12 0Z`;
    return { line, core: line, head: "", wide: 2.6, at: [x, y], round: true };
  };

  const taken = new Set();
  const entries = marks.moves.map((move) => ({ move, i: marks.list.indexOf(move) }));
  // Of moves in one place the best is seen.
  entries.sort((a, b) => Number(b.i === marks.best) - Number(a.i === marks.best) || Number(b.move.wins === true) - Number(a.move.wins === true) || a.i - b.i);
  for (const { move, i } of entries) {
    const one = shape(move);
    const place = `${move.player} ${one?.line}`;
    if (!one || taken.has(place)) continue;
    taken.add(place);
    const isBest = i === marks.best;
    const lit = (/** @type {boolean} */ on) => {
      for (const cell of cellsOf(move)) svg.querySelector(`.hit[data-cell="${cell}"]`)?.classList.toggle("lit", on);
    };
    layer.append(markOf(move, i, one, { best: isBest, play: marks.play, tag: () => {
      tagValue(svg, move, one.at, { size, pieces });
      lit(true);
      marks.say(move, isBest);
    }, off: () => {
      svg.querySelector(".valuetag")?.remove();
      lit(false);
      marks.say(null, false);
    } }));
  }
  return layer;
}

/**
 * An arrow along a link, on the right-hand lane of its way.
 * @param {Graph} graph @param {[number, number]} step
 * @param {(link: number, t: number) => {at: Point, way: Point}} along @param {(a: number, b: number) => number} joins
 * @returns {Shape | null}
 */
function arrow(graph, [from, to], along, joins) {
  const [a, b] = [graph.nodes[from], graph.nodes[to]];
  if (!a || !b) return null;
  const link = joins(from, to);
  const [x0, y0] = link >= 0 ? along(link, 0.5).at : [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const half = Math.max(10, Math.min(26, length / 2 - 30));
  const [x, y] = [x0 - uy * 9, y0 + ux * 9];
  const [ex, ey] = [x + ux * half, y + uy * half];
  const [hx, hy] = [ex - ux * 10, ey - uy * 10];
  const line = `M${r(x - ux * half)} ${r(y - uy * half)}L${r(hx)} ${r(hy)}`;
  const head = `M${r(ex)} ${r(ey)}L${r(hx - uy * 6.5)} ${r(hy + ux * 6.5)}L${r(hx + uy * 6.5)} ${r(hy - ux * 6.5)}Z`;
  return { line, core: `M${r(x - ux * half)} ${r(y - uy * half)}L${r(ex)} ${r(ey)}`, head, wide: 3.6, at: [x, y], round: false };
}
