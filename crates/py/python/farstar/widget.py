"""A board to click: explore a position move by move in a notebook. Needs ``anywidget``.

>>> from farstar import Ruleset
>>> from farstar.widget import Board  # doctest: +SKIP
>>> Board(Ruleset("Clobber")("XOXO|OXOX"))  # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from farstar._farstar import Position
from farstar.errors import Stopped

_CODE = """
function render({ model, el }) {
  const draw = () => {
    el.replaceChildren();
    const board = document.createElement("div");
    board.innerHTML = model.get("svg");
    const told = document.createElement("p");
    told.textContent = model.get("told");
    el.append(board, told);
    for (const player of ["Left", "Right"]) {
      const row = document.createElement("p");
      row.append(player + ": ");
      for (const [number, move] of model.get("moves")[player].entries()) {
        const button = document.createElement("button");
        button.textContent = move.text + (move.value ? "  " + move.value : "") + (move.wins ? "  wins" : "");
        button.onclick = () => model.send({ player, number });
        row.append(button, " ");
      }
      el.append(row);
    }
    for (const word of ["back", "engine as Left", "engine as Right"]) {
      const button = document.createElement("button");
      button.textContent = word;
      button.onclick = () => model.send({ word });
      el.append(button, " ");
    }
  };
  draw();
  model.on("change", draw);
}
export default { render };
"""

_SECONDS = 2.0


class Board(anywidget.AnyWidget):
    """A position whose moves are buttons, with values and winners; the engine plays for either player."""

    _esm = _CODE
    svg = traitlets.Unicode().tag(sync=True)
    told = traitlets.Unicode().tag(sync=True)
    moves = traitlets.Dict().tag(sync=True)

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._line = [position]
        self.on_msg(self._heard)
        self._show()

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self._line[-1]

    def _show(self) -> None:
        here = self.position
        answer = here.answer(time=_SECONDS).to_dict()
        facts = {"value": answer.get("value"), "outcome": answer.get("outcome"), "stopped": answer.get("stopped")}
        with self.hold_trait_notifications():
            self.svg = here.draw()
            self.told = ", ".join(f"{name} {fact}" for name, fact in facts.items() if fact)
            self.moves = {player: self._told(answer, player) for player in ("Left", "Right")}

    def _told(self, answer: dict[str, Any], player: str) -> list[dict[str, Any]]:
        moves = answer[f"{player.lower()}_starts"]["moves"]
        return [{"text": one["position"], "value": one.get("value"), "wins": one.get("wins")} for one in moves]

    def play(self, player: str, number: int) -> None:
        """Plays a move of the list."""
        move = self.moves[player][number]
        self._line.append(self.position.ruleset.position(move["text"]))
        self._show()

    def play_engine(self, player: str) -> None:
        """The engine plays: a move that wins if there is one, the first otherwise."""
        try:
            start = self.position.answer(time=_SECONDS).to_dict()[f"{player.lower()}_starts"]
        except Stopped:
            return
        if start["moves"]:
            reply = start.get("reply") or {"move": 0}
            self._line.append(self.position.ruleset.position(start["moves"][reply["move"]]["position"]))
            self._show()

    def back(self) -> None:
        """Takes the last move back."""
        if len(self._line) > 1:
            self._line.pop()
            self._show()

    def _heard(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        word = message.get("word")
        if word == "back":
            self.back()
        elif word in ("engine as Left", "engine as Right"):
            self.play_engine(word.removeprefix("engine as "))
        elif message.get("player") in ("Left", "Right"):
            number = message.get("number")
            if isinstance(number, int) and 0 <= number < len(self.moves[message["player"]]):
                self.play(message["player"], number)
