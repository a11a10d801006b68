//! Games with cycles on tiny graphs, by trying every strategy.
//!
//! A player wins when the opponent cannot move; endless play is a draw. Who can force a win can do so with a
//! strategy that looks only at the present vertex, so it is enough to try each of those.

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// How best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyResult {
    /// This player makes the last move.
    Wins(Player),
    /// Nobody can force an end.
    Draw,
}

/// A digraph with the moves of both players.
#[derive(Clone, Debug)]
pub struct LoopyGraph {
    /// Where Left can move from each vertex.
    pub left: Vec<Vec<usize>>,
    /// Where Right can move from each vertex.
    pub right: Vec<Vec<usize>>,
}

impl LoopyGraph {
    /// A graph in which both players have the same moves.
    pub fn impartial(moves: Vec<Vec<usize>>) -> LoopyGraph {
        LoopyGraph { left: moves.clone(), right: moves }
    }

    fn moves(&self, player: Player) -> &[Vec<usize>] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The result at `vertex` when `mover` is to move. Time and patience: the product of the numbers of
    /// moves at all vertices.
    pub fn result(&self, vertex: usize, mover: Player) -> LoopyResult {
        for player in [Player::Left, Player::Right] {
            if self.can_force(player, vertex, mover) {
                return LoopyResult::Wins(player);
            }
        }
        LoopyResult::Draw
    }

    /// Whether some strategy of `player` wins against every reply.
    fn can_force(&self, player: Player, vertex: usize, mover: Player) -> bool {
        let choices = self.moves(player);
        let mut strategy = vec![0; choices.len()];
        loop {
            if self.always_wins(player, &strategy, vertex, mover) {
                return true;
            }
            // The next strategy, as an odometer.
            let Some(turn) = (0..strategy.len()).find(|&v| strategy[v] + 1 < choices[v].len())
            else {
                return false;
            };
            strategy[turn] += 1;
            strategy[..turn].fill(0);
        }
    }

    /// Whether every line of play that follows `strategy` ends with the opponent unable to move.
    fn always_wins(
        &self,
        player: Player,
        strategy: &[usize],
        vertex: usize,
        mover: Player,
    ) -> bool {
        let mut line = vec![(vertex, mover)];
        self.line_wins(player, strategy, &mut line)
    }

    /// As `always_wins`, from the end of `line`; a repetition is endless play.
    fn line_wins(
        &self,
        player: Player,
        strategy: &[usize],
        line: &mut Vec<(usize, Player)>,
    ) -> bool {
        let &(vertex, mover) = line.last().expect("a line starts somewhere");
        let moves = &self.moves(mover)[vertex];
        if moves.is_empty() {
            return mover != player;
        }
        let own = [strategy[vertex]];
        let all: Vec<usize> = (0..moves.len()).collect();
        let played: &[usize] = if mover == player { &own } else { &all };
        played.iter().all(|&i| {
            let next = (moves[i], mover.opponent());
            if line.contains(&next) {
                return false;
            }
            line.push(next);
            let wins = self.line_wins(player, strategy, line);
            line.pop();
            wins
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LoopyResult::{Draw, Wins};
    use Player::{Left, Right};

    #[test]
    fn a_path_to_the_end_is_won_by_parity() {
        let path = LoopyGraph::impartial(vec![vec![], vec![0], vec![1]]);
        assert_eq!(path.result(0, Left), Wins(Right));
        assert_eq!(path.result(1, Left), Wins(Left));
        assert_eq!(path.result(2, Left), Wins(Right));
        assert_eq!(path.result(2, Right), Wins(Left));
    }

    #[test]
    fn two_vertices_that_lead_to_each_other_are_a_draw() {
        let cycle = LoopyGraph::impartial(vec![vec![1], vec![0]]);
        assert_eq!(cycle.result(0, Left), Draw);
        // With a way out to an end, the player who reaches it first wins.
        let escape = LoopyGraph::impartial(vec![vec![1], vec![0, 2], vec![]]);
        assert_eq!(escape.result(1, Left), Wins(Left));
        assert_eq!(escape.result(0, Left), Wins(Right));
    }

    #[test]
    fn losing_can_be_put_off_for_ever() {
        // From 0 one may go to the winning vertex 1 of the opponent, or stay on the loop 0.
        let dud = LoopyGraph::impartial(vec![vec![0, 1], vec![2], vec![]]);
        assert_eq!(dud.result(0, Left), Draw);
    }

    #[test]
    fn on_is_won_by_left_and_on_plus_off_is_drawn() {
        let on = LoopyGraph { left: vec![vec![0]], right: vec![vec![]] };
        assert_eq!(on.result(0, Left), Wins(Left));
        assert_eq!(on.result(0, Right), Wins(Left));
        let dud = LoopyGraph { left: vec![vec![0]], right: vec![vec![0]] };
        assert_eq!(dud.result(0, Left), Draw);
    }
}
