// Moves on a board: arrows for steps, bars and rings for placements, lines between tokens. One value is read at a time.
import { h, s } from "./dom.js";
import { briefly } from "./moves.js";
import { signs } from "./value.js";

/** @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {[number, number]} Point */

/** Boards whose cells are narrower than this show the moves of one piece at a time. */
const NARROW = 34;
/** Steps that are longer, in cells, are drawn when their piece is chosen. */
const LONG = 2.2;

/** @param {number} x */
const r = (x) => String(Math.round(x * 10) / 10);

/**
 * How a move is drawn: a line, what of it may be gripped, an arrow's head, where its value belongs, and points of it that
 * the value must not cover.
 * @typedef {{line: string, core: string, head: string, wide: number, at: Point, round: boolean, own?: Point[]}} Shape
 */

/**
 * The mark of a move in its player's colour: Left has one line, Right two; what wins lies in gold, the best is outlined.
 * @param {Move} move @param {number} i its place in the list @param {Shape} shape
 * @param {{best: boolean, play: ((move: Move) => void) | null, tag: () => void, off: () => void}} acts
 */
export function markOf(move, i, shape, acts) {
  const side = move.player === "Left" ? "mv-l" : move.player === "Right" ? "mv-r" : "mv-b";
  const looks = ["mv", side, move.wins ? "mv-win" : "", move.draws ? "mv-draw" : "", acts.best ? "mv-best" : ""].filter((x) => x).join(" ");
  const g = s("g", { class: looks, data: { move: i } });
  if (move.wins || acts.best) g.append(s("path", { class: "pill", d: shape.core, "stroke-width": r(shape.wide + (acts.best ? 9 : 7)) }));
  if (move.wins && acts.best) g.append(s("path", { class: "pill-in", d: shape.core, "stroke-width": r(shape.wide + 5) }));
  g.append(s("path", { class: "stem", d: shape.line, "stroke-width": r(shape.wide) }));
  if (side === "mv-r" && !shape.round) g.append(s("path", { class: "stem-in", d: shape.line, "stroke-width": r(shape.wide / 3) }));
  if (shape.head) g.append(s("path", { class: "head", d: shape.head }));
  g.append(s("path", { class: "grip", d: shape.core, "stroke-width": r(Math.max(12, shape.wide + 8)) }));
  g.addEventListener("pointerenter", acts.tag);
  g.addEventListener("pointerleave", acts.off);
  g.addEventListener("show-value", acts.tag);
  if (acts.play) g.addEventListener("click", (event) => {
    event.stopPropagation();
    acts.play?.(move);
  });
  return g;
}

/** The move to play for a player, by its place in the list, and whether that is proved. @param {any} board @param {string} player */
export function best(board, player) {
  const start = board.answer?.[player === "Right" ? "right_starts" : "left_starts"];
  const told = start?.moves?.[start.reply?.move ?? -1];
  if (!told) return -1;
  return (board.moves ?? []).findIndex((/** @type {Move} */ m) => m.position === told.position && (m.player === "Both" || m.player === player));
}

/**
 * Draws the moves over a board, in place of the server's tags.
 * @param {SVGSVGElement} svg
 * @param {Board} board
 * @param {{play: ((move: Move) => void) | null, playable: (move: Move) => boolean, player: string, say: (move: Move | null, best: boolean) => void}} acts
 * @param {Element | null} before what the marks lie under
 */
export function drawMoves(svg, board, acts, before) {
  for (const tag of svg.querySelectorAll(".mv")) tag.remove();
  const boxes = board.drawing?.boxes ?? [];
  const kind = board.drawing?.kind ?? "";
  if (boxes.length === 0 || ["graph", "digraph", "edges"].includes(kind)) return;
  const pitch = Math.min(...boxes.map((b) => b[2]));
  const layer = s("g", { class: "marks" });
  const mid = (/** @type {number} */ i) => /** @type {Point} */ ([boxes[i][0] + boxes[i][2] / 2, boxes[i][1] + boxes[i][3] / 2]);
  const chosen = best(board, acts.player);
  const frame = frameOf(board);
  const moves = board.moves ?? [];
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {Map<number, number>} moves of a piece that are drawn when it is chosen */
  const waiting = new Map();
  const placed = new Set(moves.filter((m) => !m.step && acts.playable(m)).map((m) => `${m.player} ${[...(m.cells ?? [])].sort((a, b) => a - b).join(",")}`));
  const entries = moves.map((move, i) => ({ move, i })).filter(({ move }) => acts.playable(move));
  // The best is drawn first: of moves in one place it is the one that is seen.
  entries.sort((a, b) => Number(b.i === chosen) - Number(a.i === chosen) || Number(b.move.wins === true) - Number(a.move.wins === true) || a.i - b.i);
  for (const { move, i } of entries) {
    const cells = move.cells ?? [];
    if (cells.length === 0 || cells.some((c) => !boxes[c])) continue;
    const place = move.step ? `${move.player} ${move.step.join(">")}` : kind === "heap" ? `${move.player} ${move.name} ${cells[0]}` : `${move.player} ${[...cells].sort((a, b) => a - b).join(",")}`;
    if (taken.has(place)) continue;
    taken.add(place);
    /** @type {(Shape & {length: number}) | null} */
    const shape = kind === "heap" ? token(board, move, boxes) : move.step ? arrow(mid(move.step[0]), mid(move.step[1]), pitch, board, move) : bar(cells, mid, pitch, move, placed);
    if (!shape) continue;
    const from = move.step?.[0];
    const high = kind === "heap" && Math.max(0, ...(board.drawing?.heaps?.[cells[0]] ?? [])) > TOKENS;
    // Lines between columns lie over stones.
    const across = kind === "heap" && shape.length > 0;
    const hidden = (from !== undefined && (pitch < NARROW || shape.length > LONG * pitch)) || ((high || across) && !move.wins && i !== chosen);
    const g = markOf(move, i, shape, { best: i === chosen, play: acts.play, tag: () => {
      tagValue(svg, move, shape.at, frame, shape.own);
      acts.say(move, i === chosen);
    }, off: () => {
      svg.querySelector(".valuetag")?.remove();
      acts.say(null, false);
    } });
    if (hidden) g.classList.add("mv-away");
    if (from !== undefined || high || across) g.setAttribute("data-from", String(from ?? cells[0]));
    if (hidden && from !== undefined) waiting.set(from, (waiting.get(from) ?? 0) + 1);
    layer.append(g);
  }
  for (const [cell, count] of pitch < NARROW ? waiting : []) {
    const [x, y] = mid(cell);
    layer.append(s("text", { class: "mv-count", x: r(x + pitch * 0.36), y: r(y - pitch * 0.2) }, String(count)));
  }
  // The moves of the piece under the cursor.
  const show = (/** @type {Event} */ event) => {
    const cell = event.target instanceof Element ? event.target.closest(".hit")?.getAttribute("data-cell") : null;
    if (cell === null || cell === undefined) return;
    for (const g of layer.querySelectorAll(".mv[data-from]")) g.classList.toggle("mv-shown", g.getAttribute("data-from") === cell);
  };
  svg.addEventListener("pointerover", show);
  svg.addEventListener("focusin", show);
  svg.insertBefore(layer, before);
}

/**
 * An arrow on the right-hand lane of its way.
 * @param {Point} a @param {Point} b @param {number} pitch @param {Board} board @param {Move} move
 */
function arrow(a, b, pitch, board, move) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [nx, ny] = [-uy, ux];
  const lane = pitch * 0.1;
  const cells = board.drawing?.cells ?? [];
  const empty = board.drawing?.pieces?.[0]?.sign;
  const to = cells[move.step?.[1] ?? -1];
  const free = to === empty || to === undefined;
  const near = pitch * 0.37;
  const far = free ? pitch * 0.06 : near;
  const at = (/** @type {number} */ t, /** @type {number} */ side) => /** @type {Point} */ ([a[0] + ux * t + nx * (lane + side), a[1] + uy * t + ny * (lane + side)]);
  const tip = Math.min(8, pitch * 0.11);
  // A jump bends round what it passes.
  const passes = length > pitch * 1.6 && (board.drawing?.boxes ?? []).some((box, i) => {
    const sign = cells[i];
    const [x, y] = [box[0] + box[2] / 2 - a[0], box[1] + box[3] / 2 - a[1]];
    const along = x * ux + y * uy;
    return sign && sign !== empty && along > pitch / 2 && along < length - pitch / 2 && Math.abs(x * nx + y * ny) < pitch / 4;
  });
  const bend = passes ? pitch * 0.66 : 0;
  const [p, q, c] = [at(near, 0), at(length - far - tip, 0), at(length / 2, bend)];
  const end = at(length - far, 0);
  const [ex, ey] = bend ? unit(c, end) : [ux, uy];
  const [hx, hy] = [end[0] - ex * tip * 1.3, end[1] - ey * tip * 1.3];
  const line = bend ? `M${r(p[0])} ${r(p[1])}Q${r(c[0])} ${r(c[1])} ${r(hx)} ${r(hy)}` : `M${r(p[0])} ${r(p[1])}L${r(q[0])} ${r(q[1])}`;
  const core = bend ? `M${r(p[0])} ${r(p[1])}Q${r(c[0])} ${r(c[1])} ${r(end[0])} ${r(end[1])}` : `M${r(p[0])} ${r(p[1])}L${r(end[0])} ${r(end[1])}`;
  const head = `M${r(end[0])} ${r(end[1])}L${r(hx - ey * tip * 0.8)} ${r(hy + ex * tip * 0.8)}L${r(hx + ey * tip * 0.8)} ${r(hy - ex * tip * 0.8)}Z`;
  const own = [0, 0.25, 0.5, 0.75, 1].map((part) => at(near + (length - far - near) * part, bend * 2 * part * (1 - part)));
  return { line, core, head, wide: Math.max(2, Math.min(4.5, pitch * 0.055)), at: bend ? c : at(length / 2, lane), length, round: false, own };
}

/** @param {Point} a @param {Point} b @returns {Point} */
function unit(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/**
 * A bar across the cells of a placement; on one cell a ring, or a diamond for Right.
 * @param {number[]} cells @param {(i: number) => Point} mid @param {number} pitch @param {Move} move @param {Set<string>} placed
 */
function bar(cells, mid, pitch, move, placed) {
  const wide = Math.max(2.5, Math.min(6, pitch * 0.075));
  if (cells.length === 1) {
    let [x, y] = mid(cells[0]);
    // Both players may place here.
    if (move.player !== "Both" && placed.has(`${move.player === "Left" ? "Right" : "Left"} ${cells[0]}`)) x += (move.player === "Left" ? -1 : 1) * pitch * 0.2;
    const size = pitch * 0.13;
    const line = move.player === "Right" ? `M${r(x)} ${r(y - size)}l${r(size)} ${r(size)} ${r(-size)} ${r(size)} ${r(-size)} ${r(-size)}Z` : `M${r(x - size)} ${r(y)}a${r(size)} ${r(size)} 0 1 1 ${r(2 * size)} 0a${r(size)} ${r(size)} 0 1 1 ${r(-2 * size)} 0Z`;
    return { line, core: line, head: "", wide: wide * 0.6, at: /** @type {Point} */ ([x, y - size]), length: 0, round: true };
  }
  const points = cells.map(mid);
  const [x, y] = [points.reduce((sum, p) => sum + p[0], 0) / points.length, points.reduce((sum, p) => sum + p[1], 0) / points.length];
  const [a, b] = [points[0], points[points.length - 1]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  // From cell to cell, but not to the middles: bars of other moves end there.
  const keep = cells.length === 2 ? Math.min(0.27, (pitch * 0.27) / Math.max(1, length)) : 0.36;
  const [vx, vy] = [(b[0] - a[0]) * keep, (b[1] - a[1]) * keep];
  const line = `M${r(x - vx)} ${r(y - vy)}L${r(x + vx)} ${r(y + vy)}`;
  return { line, core: line, head: "", wide, at: /** @type {Point} */ ([x, y]), length: 0, round: false };
}

/** The tokens of a heap that is drawn token by token. */
const TOKENS = 12;

/**
 * What a move does to one heap: what is left below and above the tokens that go. `null` for moves in several heaps.
 * @param {string} name
 * @returns {{size: number, low: number, high: number} | null}
 */
function cutOf(name) {
  const told = /^(\d+) → (?:(\d+)|(\d+) \+ (\d+)(?: \+ (\d+))?|(\d+) × (\d+)|nothing)$/.exec(name);
  if (!told) return null;
  const [, size, one, low, high, third, many, each] = told.map((part) => Number(part ?? 0));
  if (many) return { size, low: each, high: (many - 1) * each };
  // What is left is one part: as if it lay below.
  if (one + low === 0) return { size, low: high + third, high: 0 };
  return { size, low: one + low, high: high + third };
}

/**
 * A move in a heap: a line with what is left below it, or where the heap splits a bracket round what goes between
 * the parts. High heaps are boxes, on which heights are shares.
 * @param {Board} board @param {Move} move @param {[number, number, number, number][]} boxes
 */
function token(board, move, boxes) {
  const cut = cutOf(move.name);
  const cell = move.cells?.[0] ?? -1;
  const heap = board.drawing?.heaps?.[cell];
  if (heap && heap.length > 1 && boxes[cell]) return columns(heap, move, boxes[cell]);
  if (!cut || move.cells?.length !== 1 || heap?.length !== 1 || !boxes[cell]) return null;
  const [x, y, width, height] = boxes[cell];
  const unit = heap[0] > TOKENS ? 44 / heap[0] : 16;
  const level = (/** @type {number} */ n) => y + height - 1 - n * unit;
  const middle = x + width / 2;
  const gone = cut.size - cut.low - cut.high;
  const [low, high] = [level(cut.low), level(cut.low + gone)];
  let line = `M${r(middle - 13)} ${r(low)}h26`;
  if (cut.high > 0 && gone > 0) {
    // One token goes on the right of the column, two on the left, more farther out.
    const way = gone === 2 ? -1 : 1;
    const out = middle + way * (gone > 2 ? 21 : 14);
    const inset = Math.min(2, unit / 4);
    line = `M${r(middle + way * 8)} ${r(low - inset)}H${r(out)}V${r(high + inset)}H${r(middle + way * 8)}`;
  }
  return { line, core: line, head: "", wide: 2, at: /** @type {Point} */ ([middle, (low + high) / 2 - 4]), length: 0, round: false };
}

/** Where the columns of a heap of several numbers stand, as the server draws them. @param {number[]} heap @param {number[]} box */
const stands = (heap, [x, , width]) => heap.map((_, i) => x + width / 2 + (i - (heap.length - 1) / 2) * ((width - 16) / heap.length));

/**
 * A move in a heap of several numbers: a line in each column that shrinks, with what is left below it, joined where the
 * move takes from several. `null` where a number grows, or is too large to be drawn.
 * @param {number[]} heap @param {Move} move @param {[number, number, number, number]} box
 */
function columns(heap, move, box) {
  const told = /^\(([\d,]+)\) → \(([\d,]+)\)$/.exec(move.name);
  if (!told || Math.max(...heap) > TOKENS) return null;
  const [from, to] = [told[1], told[2]].map((part) => part.split(",").map(Number));
  if (to.length !== heap.length || from.some((n, i) => n !== heap[i] || to[i] > n)) return null;
  const xs = stands(heap, box);
  const ends = xs.flatMap((x, i) => (to[i] < heap[i] ? [/** @type {Point} */ ([x, box[1] + box[3] - 1 - to[i] * 16])] : []));
  const half = heap.length > 2 ? 6 : 8;
  const line = ends.map(([x, y], i) => `${i === 0 ? "M" : "L"}${r(x - half)} ${r(y)}h${2 * half}`).join("");
  const at = /** @type {Point} */ ([ends.reduce((sum, p) => sum + p[0], 0) / ends.length, ends.reduce((sum, p) => sum + p[1], 0) / ends.length - 4]);
  return { line, core: line, head: "", wide: 2, at, length: ends.length - 1, round: false };
}

/**
 * What a tag may lie on: the size of the picture, and the pieces that it must not cover.
 * @typedef {{size: Point, pieces: {x: number, y: number, r: number, pointed: boolean}[]}} Frame
 */

/** @param {Board} board @returns {Frame} */
function frameOf(board) {
  const drawing = board.drawing;
  const boxes = drawing?.boxes ?? [];
  const empty = drawing?.pieces?.[0]?.sign;
  const owner = new Map((drawing?.pieces ?? []).map((p) => [p.sign, p.owner]));
  const pieces = boxes.flatMap((b, i) => {
    const x = b[0] + b[2] / 2;
    if (drawing?.kind === "heap") {
      const heap = drawing.heaps?.[i] ?? [];
      if (Math.max(0, ...heap) > TOKENS) return [{ x, y: b[1] + b[3] - 22, r: 26, pointed: false }];
      return stands(heap, b).flatMap((x, k) => Array.from({ length: heap[k] }, (_, n) => ({ x, y: b[1] + b[3] - 9 - 16 * n, r: 7, pointed: false })));
    }
    const sign = drawing?.cells?.[i];
    if (!sign || sign === "#" || (sign === empty && drawing?.numbers?.[i] == null)) return [];
    const pointed = owner.get(sign) === "Right";
    return [{ x, y: b[1] + b[3] / 2, r: b[2] * 0.33 * (pointed ? 1.2 : 1), pointed }];
  });
  return { size: [drawing?.width ?? 400, drawing?.height ?? 400], pieces };
}

/** A tag is so high. */
const TAG = 24;

/**
 * Where a tag of this width lies: the nearest place in the picture where it covers no piece and nothing of its own move,
 * else above the picture.
 * @param {Point} at @param {number} width @param {Frame} frame @param {Point[]} line @returns {Point}
 */
function clear(at, width, frame, line) {
  const [w, high] = frame.size;
  const covers = (/** @type {number} */ x, /** @type {number} */ y) => frame.pieces.some((one) => {
    const dx = Math.abs(one.x - Math.max(x, Math.min(x + width, one.x)));
    const dy = Math.abs(one.y - Math.max(y, Math.min(y + TAG, one.y)));
    return one.pointed ? dx + dy < one.r + 1 : Math.hypot(dx, dy) < one.r + 1;
  });
  const own = (/** @type {number} */ x, /** @type {number} */ y) => [at, ...line].some((p) => Math.hypot(p[0] - Math.max(x, Math.min(x + width, p[0])), p[1] - Math.max(y, Math.min(y + TAG, p[1]))) < 7);
  for (let far = 20; far <= 140; far += 8) {
    for (let turn = 0; turn < 16; turn += 1) {
      const angle = (turn * Math.PI) / 8 - Math.PI / 2;
      const reach = far + Math.abs(Math.cos(angle)) * (width / 2 - 10);
      const x = at[0] + Math.cos(angle) * reach - width / 2;
      const y = at[1] + Math.sin(angle) * far - TAG / 2;
      if (x < 2 || x + width > w - 2 || y < 2 || y + TAG > high - 2) continue;
      if (!covers(x, y) && !own(x, y)) return [x, y];
    }
  }
  return [Math.max(2, Math.min(w - width - 2, at[0] - width / 2)), -TAG - 3];
}

/**
 * Shows the value after a move, over no piece and in place of another; where it stands far from its move a line leads to it.
 * @param {SVGSVGElement} svg @param {Move} move @param {Point} at @param {Frame} frame @param {Point[]} [line] points of the move
 */
export function tagValue(svg, move, at, frame, line = []) {
  svg.querySelector(".valuetag")?.remove();
  const told = s("text", null, signs(move.value?.short ?? move.name));
  const g = s("g", { class: `valuetag${move.wins ? " valuetag-win" : ""}`, "aria-hidden": "true" }, told);
  svg.append(g);
  // As wide as its fonts make it.
  const width = told.getComputedTextLength() + (move.wins ? 30 : 16);
  const [x, y] = clear(at, width, frame, line);
  told.remove();
  const [cx, cy] = [Math.max(x, Math.min(x + width, at[0])), Math.max(y, Math.min(y + TAG, at[1]))];
  if (Math.hypot(cx - at[0], cy - at[1]) > 26) g.append(s("path", { class: "leader", d: `M${r(at[0])} ${r(at[1])}L${r(cx)} ${r(cy)}` }));
  g.append(s("rect", { x: r(x), y: r(y), width: r(width), height: TAG, rx: 4 }));
  if (move.wins) g.append(s("path", { class: "tick", d: `M${r(x + 8)} ${r(y + 12.6)}l3 3 5.6-6.4` }));
  told.setAttribute("x", r(x + (move.wins ? 22 : 8)));
  told.setAttribute("y", r(y + 16.6));
  g.append(told);
}

/** The line below a board that tells the move in hand. */
export function moveLine() {
  const dom = h("p", { class: "moveline", "aria-hidden": "true" });
  return {
    dom,
    /** @param {Move | null} move @param {boolean} isBest */
    tell(move, isBest) {
      dom.replaceChildren();
      if (!move) return;
      dom.append(h("b", null, move.name));
      if (move.value) dom.append(" ", h("span", { words: "leads to" }), " ", h("span", { class: "val" }, ...((move.value.label ?? "").length > 60 ? [signs(move.value.short ?? "…")] : briefly(move.value))));
      if (move.wins) dom.append(" · ", h("span", { class: "won", words: isBest ? "wins, best" : "wins" }));
      else if (move.draws) dom.append(" · ", h("span", { words: "draws" }));
      else if (isBest) dom.append(" · ", h("span", { words: "advised" }));
    },
  };
}
