//! TLS to a database.

use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::sql::SqlError;

/// Where the certificates are that sign the server's, if they are not those that browsers trust; as for `psql`.
const ROOTS: &str = "PGSSLROOTCERT";

/// Connects only to a server that has a certificate for its name.
pub fn connector() -> Result<MakeRustlsConnect, SqlError> {
    let mut roots = RootCertStore::empty();
    match std::env::var_os(ROOTS) {
        Some(file) => {
            let unreadable = |why: String| {
                SqlError::unreadable(format!("the certificates in `{}`: {why}", file.to_string_lossy()))
            };
            let certificates =
                CertificateDer::pem_file_iter(&file).map_err(|why| unreadable(why.to_string()))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|why| unreadable(why.to_string()))?;
                roots.add(certificate).map_err(|why| unreadable(why.to_string()))?;
            }
        }
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(SqlError::unreadable)?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}
