package import EspyHTTP

/// What a program may do that shows a token. It may also ask what is served, and send and look at photos and jobs where
/// its work needs that.
///
/// This folder lets programs in that somebody made a token for.
package enum TokenScope: String, Sendable, CaseIterable {
    /// Boxes of vials.
    case scan
    case count
    case shelf
    /// Looking at what was found.
    case history
    /// Correcting and deleting it.
    case historyWrite = "history-write"
    /// Looking at the photo library.
    case gallery
    /// Tags, ratings, albums and folders of it.
    case galleryWrite = "gallery-write"
    case settings
    /// How the server is.
    case metrics

    /// - Parameter text: names with commas between them.
    /// - Returns: nil when one is none, or there is none.
    package static func list(_ text: String) -> Set<TokenScope>? {
        let scopes = text.split(separator: ",", omittingEmptySubsequences: false).map {
            TokenScope(rawValue: String($0))
        }
        return scopes.contains(nil) ? nil : Set(scopes.compactMap(\.self))
    }
}

/// Which tokens open which route: one of these scopes is enough. A route that is not here is closed to all programs.
package enum RouteScopes {
    private static let finding: Set<TokenScope> = [.scan, .count, .shelf]
    private static let any = Set(TokenScope.allCases)

    package static func needed(_ route: Route) -> Set<TokenScope> {
        let parts = route.path.split(separator: "/").map(String.init)
        if parts == ["metrics"] { return [.metrics] }
        if parts.first == "dp5" { return [.scan] }
        if parts == ["healthz"] { return any }
        guard parts.starts(with: ["api", "v1"]), parts.count > 2 else { return [] }
        switch parts[2] {
        case "health", "about", "openapi.yaml", "authority.crt", "authority.mobileconfig": return any
        case "photos", "jobs": return finding
        case "racks", "scan": return [.scan]
        case "counts": return [.count]
        case "shelves", "shelf-streams": return [.shelf]
        // A list that is compared with changes nothing.
        case "history": return route.method == .get || parts.last == "comparison" ? [.history] : [.historyWrite]
        case "books", "books.csv", "places", "same-books", "book-lists":
            return route.method == .get ? [.history] : [.historyWrite]
        case "gallery": return gallery(route, parts)
        // What is kept for a person, a program that counts may use.
        case "recipes": return route.method == .get ? [.count] : [.settings]
        case "settings": return [.settings]
        // Who is let in, people decide.
        default: return []
        }
    }

    private static func gallery(_ route: Route, _ parts: [String]) -> Set<TokenScope> {
        // Asks for an export of what is chosen; nothing changes.
        let isReading = route.method == .get || parts.last == "export"
        return isReading ? [.gallery] : [.galleryWrite]
    }

    /// - Throws: that the program may not do this; nothing for all other callers.
    static func check(_ caller: Request.Caller, _ route: Route) throws(HTTPProblem) {
        guard case .program(_, let scopes) = caller else { return }
        let needed = needed(route)
        guard needed.contains(where: { scopes.contains($0.rawValue) }) else {
            throw .missingScope(needed.map(\.rawValue).sorted())
        }
    }
}
