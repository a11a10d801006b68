//! AGC029D: the grid game.

use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// I65: the grid game.
pub(crate) const GRID_GAME: Entry = Entry {
    instance: Instance::game("1 1 0 0 4", |text, limits| turn(read(text, Walk::read)?, limits)),
    answer: Some(answer),
    verification: Some(Verification::to([3, 4, 4], cases)),
    ..entry!("I65", "grid-game")
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let height: u32 = input.integer("the number of rows", 1..=1_000_000)?;
    let width: u32 = input.integer("the number of columns", 1..=1_000_000)?;
    let count = input.integer("the number of obstacles", 0..=1_000_000_usize)?;
    let mut obstacles = Vec::new();
    for _ in 0..count {
        let row: u32 = input.integer("the row of an obstacle", 1..=height)?;
        let column: u32 = input.integer("the column of an obstacle", 1..=width)?;
        if (row, column) == (1, 1) {
            return Err(input.error("an obstacle on (1, 1), where the token stands"));
        }
        obstacles.push((row, column));
    }
    Ok(format!("{}\n", actions(height, width, &obstacles)))
}

/// How often Takahashi acts, obstacles given as (row, column) from 1; O(H + N) time and memory.
#[must_use]
pub fn actions(height: u32, width: u32, obstacles: &[(u32, u32)]) -> u32 {
    // Columns of the obstacles of each row.
    let mut rows: Vec<Vec<u32>> = vec![Vec::new(); height as usize + 2];
    for &(row, column) in obstacles {
        rows[row as usize].push(column);
    }
    let mut reach = 1;
    for row in 1..height {
        let below = &rows[row as usize + 1];
        if below.iter().any(|&column| column <= reach) {
            return row;
        }
        if reach < width && !below.contains(&(reach + 1)) {
            reach += 1;
        }
    }
    height
}

/// Takahashi's actions from here on by the definition.
fn played(board: &[Vec<bool>], at: (usize, usize), down: bool, passed: bool) -> u32 {
    let (row, column) = at;
    let to = if down { (row + 1, column) } else { (row, column + 1) };
    let free = board.get(to.0).and_then(|cells| cells.get(to.1)).is_some_and(|&blocked| !blocked);
    let own = u32::from(down);
    let pass = own + if passed { 0 } else { played(board, at, !down, true) };
    if !free {
        return pass;
    }
    let step = own + played(board, to, !down, false);
    if down { pass.max(step) } else { pass.min(step) }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for (height, width) in (1..=to as usize).flat_map(|h| (1..=to as usize).map(move |w| (h, w))) {
        for code in 0_u32..1 << (height * width - 1) {
            let blocked = |cell: usize| cell > 0 && code >> (cell - 1) & 1 == 1;
            let board: Vec<Vec<bool>> = (0..height)
                .map(|row| (0..width).map(|column| blocked(row * width + column)).collect())
                .collect();
            let obstacles: Vec<(u32, u32)> = (0..height * width)
                .filter(|&cell| blocked(cell))
                .map(|cell| ((cell / width) as u32 + 1, (cell % width) as u32 + 1))
                .collect();
            trial.compare(
                || format!("{height} by {width}, obstacles {obstacles:?}"),
                actions(height as u32, width as u32, &obstacles),
                played(&board, (0, 0), true, false),
            )?;
        }
    }
    Ok(())
}

/// The grid of the instance, row by row; `#` is an obstacle.
const GRID: [&str; 4] = ["....", "..#.", "....", "#..."];

/// The token, and what has been done.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Walk {
    row: usize,
    column: usize,
    /// Takahashi's actions so far.
    actions: u32,
    /// Whether it is Takahashi's turn.
    down: bool,
    /// Passes in a row: two end the game.
    passes: u32,
    /// With so many actions Takahashi wins.
    goal: u32,
}

impl Walk {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let row = input.integer("the row", 1..=GRID.len())? - 1;
        let column = input.integer("the column", 1..=GRID[0].len())? - 1;
        let actions = input.integer("the actions", 0..=99)?;
        let passes: u32 = input.integer("the passes", 0..=2)?;
        let goal = input.integer("the goal", 0..=99)?;
        let down = !input.accept("Aoki");
        Ok(Self { row, column, actions, down, passes, goal })
    }

    fn is_free(row: usize, column: usize) -> bool {
        GRID.get(row)
            .and_then(|cells| cells.as_bytes().get(column))
            .is_some_and(|&cell| cell == b'.')
    }
}

impl Playable for Walk {
    fn after(&self, _: Player) -> Vec<Self> {
        if self.passes == 2 {
            return Vec::new();
        }
        let actions = self.actions + u32::from(self.down);
        let pass = Self { actions, down: !self.down, passes: self.passes + 1, ..self.clone() };
        let (row, column) =
            if self.down { (self.row + 1, self.column) } else { (self.row, self.column + 1) };
        let step = Self { row, column, passes: 0, ..pass.clone() };
        Self::is_free(row, column).then_some(step).into_iter().chain([pass]).collect()
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        Some(if self.down { Player::Left } else { Player::Right })
    }

    fn winner(&self, _: Player) -> Option<Player> {
        Some(if self.actions >= self.goal { Player::Left } else { Player::Right })
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        if !self.down || self.passes > 0 {
            return Ok(None);
        }
        // What is left is a grid with the token in its corner.
        let (height, width) = (GRID.len() - self.row, GRID[0].len() - self.column);
        let cells = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
        let blocked = cells.filter(|&(r, c)| !Self::is_free(self.row + r, self.column + c));
        let obstacles: Vec<(u32, u32)> =
            blocked.map(|(r, c)| (r as u32 + 1, c as u32 + 1)).collect();
        let more = actions(height as u32, width as u32, &obstacles);
        Ok(Some(Fate::of(self.actions + more >= self.goal)))
    }

    fn text(&self) -> String {
        let Self { row, column, actions, passes, goal, .. } = self;
        let turn = if self.down { "" } else { " Aoki" };
        format!("{} {} {actions} {passes} {goal}{turn}", row + 1, column + 1)
    }

    fn picture(&self) -> Picture {
        let mut cells: Vec<u8> = GRID.concat().into_bytes();
        cells[self.row * GRID[0].len() + self.column] = b'o';
        Picture::grid(GRID[0].len(), &String::from_utf8_lossy(&cells))
    }

    fn called(&self, after: &Self) -> Option<String> {
        let sign = match (after.row > self.row, after.column > self.column) {
            (true, _) => "↓",
            (_, true) => "→",
            _ => "=",
        };
        Some(sign.to_owned())
    }
}
