/// Why there is no certificate.
package enum CertificateError: Error, Equatable, Sendable {
    /// What the library said when it made or signed one.
    case library(String)
    /// It could not be kept.
    case file(String, code: Int32)
}
