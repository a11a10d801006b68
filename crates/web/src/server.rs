//! Binding, answering, stopping.

use crate::api::{self, App};
use crate::assets;
use crate::config::Config;
use crate::connections::Connections;
use crate::guard::{self, Hosts};
use crate::jobs::Jobs;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use farstar::Atlases;
use farstar_value::CancelToken;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The longest body of a request, in bytes.
pub(crate) const LONGEST_BODY: usize = 256 << 10;

/// A body that comes slower than this is given up.
const SLOWEST_BODY: Duration = Duration::from_secs(20);

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 picks a free one.
    pub address: SocketAddr,
    /// Names, beside those of the loopback and the address itself, by which browsers may call the server.
    pub host_names: Vec<String>,
    /// Threads that compute, each on one job; one more is kept for short jobs.
    pub workers: usize,
    /// Jobs that may wait for a thread.
    pub queue: usize,
    /// The longest time of a job.
    pub longest: Duration,
    /// Bytes that all jobs together may hold; each gets an equal share.
    pub memory: u64,
    /// How long a job goes on that a client listened to and listens to no more.
    pub grace: Duration,
    /// Files in which positions are looked up before they are searched.
    pub atlases: Atlases,
}

impl Default for Config {
    /// The loopback, any port, as many workers as the machine has processors (2 at least, 8 at most), 64 waiting jobs,
    /// an hour, 4 GiB, ten seconds of grace.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            host_names: Vec::new(),
            workers: processors.clamp(2, 8),
            queue: 64,
            longest: Duration::from_secs(3600),
            memory: 4 << 30,
            grace: Duration::from_secs(10),
            atlases: Atlases::default(),
        }
    }
}

impl Config {
    /// Bytes that one job may hold.
    pub(crate) fn share(&self) -> u64 {
        self.memory / (self.workers.max(1) as u64).saturating_add(1)
    }
}

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{address} cannot be listened on: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The server cannot be started, or broke down.
    #[error("the server cannot run: {0}")]
    Io(#[from] io::Error),
}

/// How often a stop is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// How long answers may take to end after a stop.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Answers requests until `stop` is cancelled, then stops its jobs and returns. `ready` is called once with the
/// address, when connections are accepted.
///
/// # Errors
/// [`ServeError::Bind`] if the address is taken or not ours, [`ServeError::Io`] if the machine refuses threads or
/// sockets.
///
/// # Examples
/// ```
/// use farstar_web::{Config, serve};
/// use farstar_value::CancelToken;
/// let stop = CancelToken::new();
/// serve(&Config::default(), |address| { assert!(address.ip().is_loopback()); stop.cancel() }, &stop)?;
/// # Ok::<(), farstar_web::ServeError>(())
/// ```
pub fn serve(
    config: &Config,
    ready: impl FnOnce(SocketAddr),
    stop: &CancelToken,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("farstar-serve")
        .enable_all()
        .build()?;
    let jobs = Jobs::start(config)?;
    let ended = jobs.clone();
    let served = runtime.block_on(async move {
        let refused = |error| ServeError::Bind { address: config.address, error };
        let listener = TcpListener::bind(config.address).await.map_err(refused)?;
        let address = listener.local_addr()?;
        let hosts = Arc::new(Hosts::new(address, &config.host_names));
        let app = App { jobs: jobs.clone(), address, config: Arc::new(config.clone()) };
        let router = router(app, hosts);
        ready(address);
        let heard = stop.clone();
        let stopping = async move {
            while !heard.is_cancelled() {
                tokio::time::sleep(LOOK).await;
            }
            // Streams of events end with their jobs.
            jobs.stop();
        };
        let (stopped, mut hurry) = tokio::sync::watch::channel(false);
        let serving =
            axum::serve(Connections::new(listener), router).with_graceful_shutdown(async move {
                stopping.await;
                stopped.send_replace(true);
            });
        tokio::select! {
            ended = serving => Ok(ended?),
            () = async {
                // Whoever holds a connection open does not hold up the end.
                if hurry.wait_for(|over| *over).await.is_ok() {
                    tokio::time::sleep(LAST_WORDS).await;
                } else {
                    std::future::pending::<()>().await;
                }
            } => Ok(()),
        }
    });
    ended.stop();
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

fn router(app: App, hosts: Arc<Hosts>) -> Router {
    Router::new()
        .nest("/api", api::routes())
        .fallback(assets::page)
        .layer(CompressionLayer::new())
        .layer(RequestBodyTimeoutLayer::new(SLOWEST_BODY))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(hosts, guard::guard))
        .with_state(app)
}
