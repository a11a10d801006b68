//! What cargo knows about the workspace.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The directory of the workspace.
pub(crate) fn root() -> &'static Path {
    // of the tree that the job is run in: a job compiled in one tree may be run in another
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let here = std::env::var_os("CARGO_MANIFEST_DIR");
        let here = here.map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        here.parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
    });
    &ROOT
}

/// The cargo that runs this job.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Builds the command as the tests of the whole workspace have built it, so that after them nothing is compiled again:
/// chosen alone, its libraries would have fewer features and be other libraries.
pub(crate) fn command() -> Result<PathBuf> {
    let status = cargo().args(["build", "--workspace", "--bin", "farstar"]).status();
    if !status.context("cannot run cargo")?.success() {
        bail!("the command cannot be built");
    }
    Ok(Metadata::of_workspace()?.target.join("debug").join("farstar"))
}

/// One of our crates, or of the libraries they use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) licence: Option<String>,
    pub(crate) manifest: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A line under `[dependencies]`, `[dev-dependencies]` or `[build-dependencies]`.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) dev: bool,
}

/// The output of `cargo metadata`.
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) target: PathBuf,
}

impl Metadata {
    /// Our crates only.
    pub(crate) fn of_workspace() -> Result<Metadata> {
        Metadata::read(&["--no-deps"])
    }

    /// Our crates and every library they need on this kind of machine.
    pub(crate) fn of_everything() -> Result<Metadata> {
        let output = Command::new("rustc").arg("-vV").output().context("cannot run rustc")?;
        let about = String::from_utf8_lossy(&output.stdout);
        let host = about.lines().find_map(|line| line.strip_prefix("host: "));
        Metadata::read(&["--filter-platform", host.context("rustc does not name its host")?])
    }

    fn read(extra: &[&str]) -> Result<Metadata> {
        let arguments = ["metadata", "--format-version", "1"];
        let output = cargo().args(arguments).args(extra).output().context("cannot run cargo")?;
        if !output.status.success() {
            bail!("cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr));
        }
        let json: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
        let packages = items(&json["packages"]).map(package).collect::<Result<_>>()?;
        Ok(Metadata { packages, target: text(&json["target_directory"])?.into() })
    }
}

fn items(json: &Value) -> impl Iterator<Item = &Value> {
    json.as_array().into_iter().flatten()
}

fn text(json: &Value) -> Result<String> {
    Ok(json.as_str().context("cargo metadata has an unknown shape")?.to_owned())
}

fn package(json: &Value) -> Result<Package> {
    let dependency = |d: &Value| -> Result<Dependency> {
        Ok(Dependency { name: text(&d["name"])?, dev: d["kind"].as_str() == Some("dev") })
    };
    Ok(Package {
        name: text(&json["name"])?,
        version: text(&json["version"])?,
        licence: json["license"].as_str().map(str::to_owned),
        manifest: text(&json["manifest_path"])?.into(),
        dependencies: items(&json["dependencies"]).map(dependency).collect::<Result<_>>()?,
    })
}

/// Ends a check: prints what was checked, or fails with all complaints.
pub(crate) fn report(checked: &str, complaints: &[String]) -> Result<()> {
    if complaints.is_empty() {
        println!("{checked}");
        return Ok(());
    }
    bail!("{}", complaints.join("\n"))
}
