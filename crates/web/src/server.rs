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
