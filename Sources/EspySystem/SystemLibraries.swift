import CNettle
import CZlib

/// The libraries under this module.
package enum SystemLibraries {
    /// Names and versions.
    package static var versions: [(name: String, version: String)] {
        [
            ("Nettle", "\(nettle_version_major()).\(nettle_version_minor())"),
            ("zlib", zlibVersion().map { String(cString: $0) } ?? "?"),
        ]
    }
}
