import CGnuTLS
import CMicroHTTPD

/// The libraries under this module.
package enum HTTPLibraries {
    /// Names and versions.
    package static var versions: [(name: String, version: String)] {
        [
            ("libmicrohttpd", String(cString: MHD_get_version())),
            ("GnuTLS", gnutls_check_version(nil).map { String(cString: $0) } ?? "?"),
        ]
    }
}
