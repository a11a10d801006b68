//! Where the processes of a job are: free ports of this machine, a file of addresses, or the variables of SLURM.

use crate::FleetError;
use std::net::TcpListener;

/// The first port that is taken under SLURM.
const FIRST_PORT: u64 = 20_000;
/// Ports that are taken there, by the number of the job.
const PORTS: u64 = 10_000;
/// Most processes of a job.
const MOST: usize = 4096;

/// The addresses of all processes, and which of them this one is.
///
/// # Examples
/// ```
/// use farstar_fleet::Hosts;
/// let hosts = Hosts::read("10.0.0.1:7000\n10.0.0.2:7000\n", 1)?;
/// assert_eq!((hosts.index(), hosts.addresses().len()), (1, 2));
/// assert!(Hosts::read("10.0.0.1:7000\n", 1).is_err());
/// # Ok::<(), farstar_fleet::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
    index: usize,
}

fn wrong(what: impl Into<String>) -> FleetError {
    FleetError::Hosts(what.into())
}

impl Hosts {
    /// The process with this number of those at these addresses.
    ///
    /// # Errors
    /// [`FleetError::Hosts`] if there are none, too many, or none with this number.
    pub fn new(addresses: Vec<String>, index: usize) -> Result<Self, FleetError> {
        if addresses.is_empty() || addresses.len() > MOST {
            return Err(wrong(format!(
                "expected 1 to {MOST} processes, found {}",
                addresses.len()
            )));
        }
        if index >= addresses.len() {
            let last = addresses.len() - 1;
            return Err(wrong(format!("there is no process {index}: expected 0 to {last}")));
        }
        if let Some(strange) = addresses.iter().find(|address| !is_address(address)) {
            return Err(wrong(format!("'{strange}' is no address: expected HOST:PORT")));
        }
        Ok(Self { addresses, index })
    }

    /// Reads a file of addresses, one on a line; empty lines and those that begin with `#` are left out.
    ///
    /// # Errors
    /// As [`Hosts::new`].
    pub fn read(text: &str, index: usize) -> Result<Self, FleetError> {
        let lines = text.lines().map(str::trim);
        let addresses = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self::new(addresses.map(str::to_owned).collect(), index)
    }

    /// The addresses and the number that SLURM tells a task by its variables, which `variable` looks up.
    ///
    /// # Errors
    /// A variable is missing or cannot be read.
    ///
    /// # Examples
    /// ```
    /// use farstar_fleet::Hosts;
    /// let variable = |name: &str| {
    ///     let value = match name {
    ///         "SLURM_PROCID" => "2",
    ///         "SLURM_JOB_ID" => "7",
    ///         "SLURM_JOB_NODELIST" => "c[08-09],login",
    ///         "SLURM_TASKS_PER_NODE" => "1(x2),2",
    ///         _ => return None,
    ///     };
    ///     Some(value.to_owned())
    /// };
    /// let hosts = Hosts::of_slurm(variable)?;
    /// assert_eq!(hosts.addresses(), ["c08:20007", "c09:20007", "login:20007", "login:20008"]);
    /// assert_eq!(hosts.index(), 2);
    /// # Ok::<(), farstar_fleet::FleetError>(())
    /// ```
    pub fn of_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Self, FleetError> {
        let told = |name: &str| {
            variable(name)
                .ok_or_else(|| wrong(format!("{name} is not set: is this a task of srun?")))
        };
        let number = |name: &str| {
            let text = told(name)?;
            text.parse::<u64>().map_err(|_| wrong(format!("{name} is '{text}': expected a number")))
        };
        let nodes = told("SLURM_JOB_NODELIST")?;
        let nodes = expanded(&nodes)
            .ok_or_else(|| wrong(format!("SLURM_JOB_NODELIST is '{nodes}': expected nodes")))?;
        let tasks = told("SLURM_TASKS_PER_NODE")?;
        let tasks = repeated(&tasks)
            .filter(|tasks| tasks.len() == nodes.len())
            .ok_or_else(|| wrong(format!("SLURM_TASKS_PER_NODE is '{tasks}': expected numbers")))?;
        let first = FIRST_PORT + number("SLURM_JOB_ID")? % PORTS;
        let mut addresses = Vec::new();
        for (node, tasks) in nodes.iter().zip(tasks) {
            addresses.extend((0..tasks as u64).map(|task| format!("{node}:{}", first + task)));
        }
        Self::new(addresses, number("SLURM_PROCID")? as usize)
    }

    /// Free ports of the loopback for so many processes; another program may take one before they are used.
    ///
    /// # Errors
    /// The system gives none.
    pub fn free(processes: usize) -> Result<Vec<String>, FleetError> {
        let listeners: Vec<TcpListener> = (0..processes)
            .map(|_| TcpListener::bind(("127.0.0.1", 0)))
            .collect::<Result<_, _>>()?;
        let addresses = listeners.iter().map(|one| Ok(one.local_addr()?.to_string()));
        addresses.collect()
    }

    /// All addresses.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// The number of this process.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }
}

fn is_address(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && !host.contains(char::is_whitespace) && port.parse::<u16>().is_ok()
    })
}

/// The nodes of a list such as `a[1-3,08],b`.
fn expanded(list: &str) -> Option<Vec<String>> {
    let mut nodes = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let end = rest.find([',', '[']).unwrap_or(rest.len());
        let (name, tail) = rest.split_at(end);
        let Some(tail) = tail.strip_prefix('[') else {
            nodes.push(name.to_owned());
            rest = tail.strip_prefix(',').unwrap_or(tail);
            continue;
        };
        let (ranges, tail) = tail.split_once(']')?;
        for range in ranges.split(',') {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let (first, last): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
            if last.checked_sub(first)? >= MOST as u64 || nodes.len() > MOST {
                return None;
            }
            nodes.extend((first..=last).map(|n| format!("{name}{n:0width$}", width = from.len())));
        }
        rest = tail.strip_prefix(',').unwrap_or(tail);
    }
    (!nodes.is_empty() && nodes.iter().all(|node| !node.is_empty())).then_some(nodes)
}

/// The numbers of a list such as `2(x3),1`.
fn repeated(list: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for word in list.split(',') {
        let (number, times) = match word.split_once("(x") {
            Some((number, times)) => (number, times.strip_suffix(')')?.parse().ok()?),
            None => (word, 1usize),
        };
        let number: usize = number.parse().ok().filter(|&n| n <= MOST)?;
        if times > MOST {
            return None;
        }
        numbers.extend(std::iter::repeat_n(number, times));
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_slurm_are_read_and_others_refused() {
        assert_eq!(expanded("n[1-2,007],m3").unwrap(), ["n1", "n2", "n007", "m3"]);
        assert_eq!(expanded("a,b[10-12]").unwrap(), ["a", "b10", "b11", "b12"]);
        for wrong in ["", "n[", "n[2-1]", "n[a]", "n[1-99999999]", ",a"] {
            assert_eq!(expanded(wrong), None, "{wrong}");
        }
        assert_eq!(repeated("2(x3),1").unwrap(), [2, 2, 2, 1]);
        for wrong in ["", "x", "2(x", "2(xa)", "2(x99999999)", "99999999"] {
            assert_eq!(repeated(wrong), None, "{wrong}");
        }
        assert!(Hosts::of_slurm(|_| None).unwrap_err().to_string().contains("SLURM_JOB_NODELIST"));
    }

    #[test]
    fn addresses_without_a_port_are_refused() {
        for wrong in ["host", "host:", ":7", "a b:7", "host:99999"] {
            assert!(Hosts::read(wrong, 0).is_err(), "{wrong}");
        }
        assert_eq!(Hosts::read("# all\n\n[::1]:7\n", 0).unwrap().addresses(), ["[::1]:7"]);
        assert!(Hosts::read("", 0).is_err());
    }

    #[test]
    fn free_ports_are_those_of_the_loopback_and_differ() {
        let ports = Hosts::free(5).unwrap();
        assert!(ports.iter().all(|address| address.starts_with("127.0.0.1:")));
        assert_eq!(ports.iter().collect::<std::collections::BTreeSet<_>>().len(), 5);
    }
}
