import EspyHTTP
import Foundation

/// The path below which everything lies where a proxy has other things beside Espy: `/lab/espy`, or nothing.
package struct BasePath: Sendable, Equatable {
    package static let none = BasePath(parts: [])

    private let parts: [String]
    /// Pages could not tell these from their own paths.
    private static let taken: Set<String> = [
        "api", "app", "count", "rack", "shelf", "gallery", "history", "settings", "pair", "healthz", "metrics",
    ]

    private init(parts: [String]) { self.parts = parts }

    /// - Parameter text: of letters, digits, `-`, `_`, `.` and `~` between slashes; `/` is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/").map(String.init)
        let isFine = parts.allSatisfy { part in
            part != "." && part != ".."
                && part.utf8.allSatisfy { byte in
                    switch Character(Unicode.Scalar(byte)) {
                    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "~": true
                    default: false
                    }
                }
        }
        guard text.hasPrefix("/"), isFine, !Self.taken.contains(parts.first ?? ""), text.utf8.count <= 200 else {
            return nil
        }
        self.parts = parts
    }

    /// As it stands before a path: `/lab/espy`, or empty.
    package var text: String { parts.map { "/" + $0 }.joined() }

    /// The path of a request without it; nil for one that lies elsewhere.
    func inner(_ path: [String]) -> [String]? {
        path.starts(with: parts) ? Array(path.dropFirst(parts.count)) : nil
    }

    /// Puts it before what the answer names on this server.
    func mark(_ response: inout Response) {
        guard !parts.isEmpty, let location = response.headers["Location"], location.hasPrefix("/") else { return }
        response.headers["Location"] = text + location
    }

    /// Puts it into one of the three files of the web app that name others by whole paths; all else asks the page where
    /// it lies.
    func mark(_ text: String, of name: String) -> String {
        guard !parts.isEmpty else { return text }
        switch name {
        case "index.html", "manifest.webmanifest": return text.replacingOccurrences(of: "\"/", with: "\"\(self.text)/")
        case "service-worker.js": return text.replacingOccurrences(of: "'/", with: "'\(self.text)/")
        default: return text
        }
    }
}
