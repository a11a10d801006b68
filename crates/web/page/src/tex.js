// Formulas as people write them, `$n \bmod 4 = 0$`, as MathML: the part of LaTeX that games need.

/** @type {Record<string, string>} commands that are signs */
const SIGNS = {
  pm: "±", mp: "∓", times: "×", cdot: "·", ast: "∗", star: "⋆", oplus: "⊕", otimes: "⊗", bigoplus: "⨁", sum: "∑", prod: "∏", le: "≤", leq: "≤", ge: "≥", geq: "≥", ne: "≠", neq: "≠", lt: "<", gt: ">", equiv: "≡", approx: "≈", sim: "∼",
  mid: "∣", nmid: "∤", in: "∈", notin: "∉", subset: "⊂", subseteq: "⊆", cup: "∪", cap: "∩", setminus: "∖", emptyset: "∅", to: "→", rightarrow: "→", leftarrow: "←", Rightarrow: "⇒", iff: "⇔", mapsto: "↦", land: "∧", lor: "∨", neg: "¬",
  forall: "∀", exists: "∃", uparrow: "↑", downarrow: "↓", Uparrow: "⇑", Downarrow: "⇓", infty: "∞", ldots: "…", dots: "…", cdots: "⋯", lfloor: "⌊", rfloor: "⌋", lceil: "⌈", rceil: "⌉", langle: "⟨", rangle: "⟩", parallel: "∥", "|": "‖",
  "{": "{", "}": "}", "%": "%", "#": "#", "&": "&", _: "_", $: "$", quad: "\u2003", ",": "\u2009", ";": "\u2005", " ": "\u00a0", "!": "", colon: ":", lvert: "|", rvert: "|", vert: "|", ell: "ℓ",
};
/** @type {Record<string, string>} */
const LETTERS = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", theta: "θ", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω",
  Gamma: "Γ", Delta: "Δ", Lambda: "Λ", Phi: "Φ", Psi: "Ψ", Omega: "Ω", Sigma: "Σ",
};
const NAMES = new Set(["mex", "min", "max", "gcd", "lcm", "log", "bmod", "mod", "dim", "det"]);

const MATH = "http://www.w3.org/1998/Math/MathML";

/** @param {string} tag @param {...(Node | string)} children */
function m(tag, ...children) {
  const element = document.createElementNS(MATH, tag);
  element.append(...children);
  return element;
}

/** @param {string} sign */
function operator(sign) {
  const element = m("mo", sign);
  if (/[{}()[\]|⌊⌋⌈⌉⟨⟩]/.test(sign)) element.setAttribute("stretchy", "false");
  return element;
}

/**
 * A formula as MathML; null when it is no formula that is known here.
 * @param {string} source
 * @returns {Element | null}
 */
export function tex(source) {
  const tokens = source.match(/\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]|\s+|[^]/g) ?? [];
  let at = 0;
  let known = true;
  const blank = () => {
    while (/^\s+$/.test(tokens[at] ?? "")) at += 1;
  };
  const argument = () => {
    blank();
    return tokens[at] === "{" ? group() : one();
  };
  /** What stands in braces, as it is written. */
  const raw = () => {
    blank();
    if (tokens[at] !== "{") return tokens[at++] ?? "";
    let text = "";
    at += 1;
    for (let depth = 1; at < tokens.length; at += 1) {
      if (tokens[at] === "{") depth += 1;
      else if (tokens[at] === "}") depth -= 1;
      if (depth === 0) break;
      text += tokens[at];
    }
    at += 1;
    return text;
  };
  /** @returns {Element} */
  const group = () => {
    at += 1;
    const inside = row("}");
    if (tokens[at] === "}") at += 1;
    else known = false;
    return inside;
  };
  /** @returns {Element} */
  const one = () => {
    const token = tokens[at++] ?? "";
    if (token === "{") {
      at -= 1;
      return group();
    }
    if (/^\d/.test(token)) return m("mn", token);
    if (/^[A-Za-zα-ωΑ-Ω]$/.test(token)) return m("mi", token);
    if (!token.startsWith("\\") || token.length < 2) return operator(token === "-" ? "−" : token === "*" ? "∗" : token);
    const name = token.slice(1);
    if (name === "frac" || name === "tfrac" || name === "dfrac") return m("mfrac", argument(), argument());
    if (name === "binom") {
      const fraction = m("mfrac", argument(), argument());
      fraction.setAttribute("linethickness", "0");
      return m("mrow", operator("("), fraction, operator(")"));
    }
    if (name === "sqrt") return m("msqrt", argument());
    if (name === "overline" || name === "bar") return m("mover", argument(), m("mo", "¯"));
    if (name === "text" || name === "mathrm" || name === "textrm" || name === "operatorname") return m("mtext", raw());
    if (name === "mathcal" || name === "mathbb" || name === "mathbf" || name === "mathit") return argument();
    if (name === "left" || name === "right" || name === "big" || name === "Big") {
      blank();
      const fence = tokens[at] === "." ? (at += 1, "") : null;
      return fence === null ? one() : m("mrow");
    }
    if (NAMES.has(name)) {
      const word = m("mo", name === "bmod" ? "mod" : name);
      word.setAttribute("lspace", name.endsWith("mod") ? "0.25em" : "0.1em");
      word.setAttribute("rspace", name.endsWith("mod") ? "0.25em" : "0.15em");
      return word;
    }
    if (Object.hasOwn(LETTERS, name)) return m("mi", LETTERS[name]);
    if (Object.hasOwn(SIGNS, name)) return operator(SIGNS[name]);
    known = false;
    return m("mtext", token);
  };
  /** @param {string} end @returns {Element} */
  const row = (end) => {
    const out = m("mrow");
    for (blank(); at < tokens.length && tokens[at] !== end; blank()) {
      const base = one();
      let [below, above] = /** @type {(Element | null)[]} */ ([null, null]);
      for (blank(); tokens[at] === "^" || tokens[at] === "_"; blank()) {
        const up = tokens[at] === "^";
        at += 1;
        if (up) above = argument();
        else below = argument();
      }
      out.append(below && above ? m("msubsup", base, below, above) : below ? m("msub", base, below) : above ? m("msup", base, above) : base);
    }
    return out;
  };
  const inside = row("");
  if (!known || at < tokens.length) return null;
  const label = m("annotation", source);
  label.setAttribute("encoding", "application/x-tex");
  return m("math", m("semantics", inside, label));
}
