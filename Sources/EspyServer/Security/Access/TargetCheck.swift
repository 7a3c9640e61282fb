import EspyHTTP

/// What a listener promises of every path, looked at once more, because files are found by it.
enum TargetCheck {
    static let longestPath = 2048

    static func check(_ request: Request) throws(Problem) {
        let bytes = request.path.reduce(0) { $0 + $1.utf8.count + 1 }
        guard bytes <= longestPath else { throw Problem(414, "too-long", "The path is too long.") }
        guard request.path.allSatisfy(isSane) else { throw .badRequest("there is no such path") }
    }

    private static func isSane(_ part: String) -> Bool {
        guard !part.isEmpty, part != ".", part != ".." else { return false }
        return part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
    }
}
