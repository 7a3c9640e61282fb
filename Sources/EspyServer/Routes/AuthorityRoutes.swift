import EspyHTTP
import Foundation

/// Downloads that make a device trust this server, so that it shows no warning and can store the pages offline.
struct AuthorityRoutes: Sendable {
    let authority: AuthorityCertificate?

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/authority.crt", handler: certificate),
            Route(.get, "\(APIPath.root)/authority.mobileconfig", handler: profile),
        ]
    }

    private func certificate(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try file(given().bytes, "application/x-x509-ca-cert", "attachment; filename=\"espy.crt\"")
    }

    /// Returns the certificate as a profile for iPhones, which offer to install it if it is not just downloaded as a
    /// file. Android and desktops take the plain certificate.
    private func profile(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try file(AppleProfile(given()).bytes, "application/x-apple-aspen-config", "inline")
    }

    private func given() throws(HTTPProblem) -> AuthorityCertificate {
        guard let authority else { throw .notFound }
        return authority
    }

    private func file(_ bytes: [UInt8], _ type: String, _ disposition: String) -> Response {
        Response(
            headers: ["Content-Type": type, "Cache-Control": "no-store", "Content-Disposition": disposition],
            body: .bytes(bytes))
    }
}

/// A configuration profile with one certificate (Apple, Device Management, CertificateRoot).
private struct AppleProfile {
    let bytes: [UInt8]

    init(_ authority: AuthorityCertificate) {
        let digits = authority.fingerprint.filter(\.isHexDigit).map(String.init)
        /// Derives a UUID from the authority, so that installing the profile twice leaves one.
        func identity(_ start: Int) -> String {
            let lengths = [8, 4, 4, 4, 12]
            return lengths.indices.map { part in
                let begin = start + lengths[..<part].reduce(0, +)
                return digits[begin..<begin + lengths[part]].joined()
            }.joined(separator: "-")
        }
        let payload: [String: Any] = [
            "PayloadType": "com.apple.security.root", "PayloadVersion": 1,
            "PayloadIdentifier": "espy.authority.\(identity(0))", "PayloadUUID": identity(0),
            "PayloadDisplayName": authority.name, "PayloadCertificateFileName": "espy.cer",
            "PayloadContent": Data(authority.bytes),
        ]
        let profile: [String: Any] = [
            "PayloadType": "Configuration", "PayloadVersion": 1, "PayloadIdentifier": "espy.\(identity(32))",
            "PayloadUUID": identity(32), "PayloadDisplayName": authority.name,
            "PayloadDescription": "Lets this device trust Espy on the computer that it runs on.",
            "PayloadContent": [payload],
        ]
        let data = try? PropertyListSerialization.data(fromPropertyList: profile, format: .xml, options: 0)
        bytes = Array(data ?? Data())
    }
}
