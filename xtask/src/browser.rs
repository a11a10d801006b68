//! The workbench in a real browser: the page is checked and rebuilt, `farstar serve` is started, and headless Chromium
//! plays with it.

use crate::workspace::{Metadata, command, root};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Where the page lives.
const PAGE: &str = "crates/web/page";
/// How many browsers share the tests, each at a server of its own: half of the time of one is spent waiting.
const HANDS: usize = 2;
/// What Chromium is called on the systems we know.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// A server that is stopped when it is no longer needed.
struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, which the tests have noticed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Checks the types of the page, rebuilds it, and runs its tests in a browser. A machine that has no browser and cannot
/// get one is told so, and nothing fails; the same goes for one without Node.
pub(crate) fn run() -> Result<()> {
    run_within(&[])
}

/// [`run`] with variables that the tests read.
pub(crate) fn run_within(environment: &[(&str, &str)]) -> Result<()> {
    if program("node").is_none() || program("npm").is_none() {
        println!("browser: skipped, node and npm are not installed");
        return Ok(());
    }
    let page = root().join(PAGE);
    let npm = ["ci", "--no-audit", "--no-fund", "--loglevel", "error"];
    execute(Command::new("npm").args(npm).current_dir(&page))?;
    execute(Command::new("npm").args(["run", "--silent", "check"]).current_dir(&page))?;
    execute(Command::new("node").args(["build.mjs", "--check"]).current_dir(&page))?;
    let Some(browser) = browser()? else {
        println!("browser: tests skipped, no Chromium (as root it is installed with apt-get)");
        return Ok(());
    };
    let binary = command()?;
    let servers = (0..HANDS).map(|_| serve(&binary)).collect::<Result<Vec<_>>>()?;
    let addresses: Vec<&str> = servers.iter().map(|server| server.address.as_str()).collect();
    let pictures = Metadata::of_workspace()?.target.join("browser");
    println!("browser: pictures go to {}", pictures.display());
    execute(
        Command::new("node")
            .args(["tests/all.mjs", &addresses.join(",")])
            .arg(&pictures)
            .env("CHROMIUM", browser)
            .envs(environment.iter().copied())
            .current_dir(&page),
    )
}

/// The first program of this name on the path.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// Chromium, installed when that is possible.
fn browser() -> Result<Option<PathBuf>> {
    let found = || BROWSERS.iter().find_map(|name| program(name));
    if let Some(browser) = found() {
        return Ok(Some(browser));
    }
    if program("apt-get").is_none() || !is_root() {
        return Ok(None);
    }
    println!("browser: installing Chromium and fonts");
    let quiet = |command: &mut Command| -> Result<()> {
        execute(command.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()))
    };
    quiet(Command::new("apt-get").args(["update", "-qq"]))?;
    let packages = ["chromium", "fonts-noto-core", "fonts-noto-cjk"];
    let install = ["install", "-y", "-qq", "--no-install-recommends"];
    quiet(Command::new("apt-get").args(install).args(packages))?;
    Ok(found())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Starts the server on a free port, which it prints in the first line.
fn serve(binary: &Path) -> Result<Server> {
    let mut process = Command::new(binary)
        .args(["serve", "--port", "0"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", binary.display()))?;
    let output = process.stdout.take().context("the server has no output")?;
    let mut server = Server { process, address: String::new() };
    for line in BufReader::new(output).lines() {
        let line = line?;
        let address = line.split_whitespace().find(|word| word.starts_with("http://"));
        if let Some(address) = address {
            server.address = address.trim_end_matches('/').to_owned();
            return Ok(server);
        }
    }
    bail!("farstar serve ended without an address")
}

fn execute(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
