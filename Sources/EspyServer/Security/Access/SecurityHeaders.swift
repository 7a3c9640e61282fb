import Espy
import EspyHTTP

/// What every answer tells the browser not to do with it.
enum SecurityHeaders {
    /// For pages: everything comes from this server, and nothing runs that stands in the page itself.
    static let page = [
        "default-src 'none'",
        "script-src 'self'", "style-src 'self'",
        // Photos that were just taken or picked are shown before they are sent.
        "img-src 'self' blob: data:", "media-src 'self' blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        // In no frame of others, where clicks could be stolen.
        "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
    ].joined(separator: "; ")

    /// For data, photos of strangers among them: opened by itself, it can do nothing, whatever it holds.
    static let data = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

    /// For reports, whose pictures and style stand in them.
    static let report = HistoryReport.policy + "; frame-ancestors 'none'; sandbox"

    private static let everywhere: [(String, String)] = [
        // What something is, the server says; the browser must not look inside and decide otherwise.
        ("X-Content-Type-Options", "nosniff"),
        // Ids of results stand in addresses.
        ("Referrer-Policy", "no-referrer"),
        // No page elsewhere may show, run or measure what comes from here.
        ("Cross-Origin-Resource-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "camera=(self), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), "
                + "hid=(), midi=(), accelerometer=(), gyroscope=(), magnetometer=()"
        ),
    ]

    /// Browsers obey these only where nobody can change them on the way, and complain elsewhere.
    private static let whereTrusted: [(String, String)] = [
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
    ]

    // There is no Strict-Transport-Security: with a certificate that no one vouches for, it would lock people out.

    /// Whether nobody can change on the way what is sent.
    static func isTrusted(_ peer: Request.Peer) -> Bool { peer.isLoopback || peer.isEncrypted }

    static func add(to response: inout Response, isData: Bool, isTrusted: Bool) {
        let isData = isData || response.headers["Content-Type"] == "application/problem+json"
        var fields = everywhere
        if isTrusted { fields += whereTrusted }
        for (name, value) in fields { response.headers[name] = value }
        let isReport = isData && response.headers["Content-Type"]?.hasPrefix("text/html") == true
        response.headers["Content-Security-Policy"] = isReport ? report : isData ? data : page
        // Answers are of the moment, and for one caller; a route that knows better says so itself.
        if isData, response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
    }
}
