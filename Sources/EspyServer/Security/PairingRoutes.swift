import CQREncode
import EspyBase
package import EspyHTTP

/// Pairing devices.
package struct PairingRoutes: Sendable {
    private let pairing: PairingService
    private let sharing: Sharing?
    private let devices: DeviceStore
    private let base: BasePath
    private let paired: @Sendable (Device) async -> Void

    /// - Parameters:
    ///   - pairing: Makes and redeems the codes.
    ///   - sharing: Nil if the server is only for this machine.
    ///   - paired: Called for each newly paired device.
    package init(
        pairing: PairingService, sharing: Sharing?, devices: DeviceStore, base: BasePath = .none,
        paired: @escaping @Sendable (Device) async -> Void = { _ in }
    ) {
        self.pairing = pairing
        self.sharing = sharing
        self.devices = devices
        self.base = base
        self.paired = paired
    }

    package var routes: [Route] {
        [
            Route(.get, "/api/v1/pairing") { (request, _) throws(HTTPProblem) in try await show(request) },
            Route(.post, "/api/v1/pairing") { (request, _) throws(HTTPProblem) in try await pair(request) },
        ]
    }

    private struct Shown: Encodable {
        let lan = true
        /// The address of the page without the code; the best address first.
        let url: String
        let urls: [String]
        let code: String
        let qr: String
        let expires: Int
    }

    /// Shows the code, only to local users: otherwise a paired device could pair others.
    private func show(_ request: Request) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        guard let sharing else { throw .notShared }
        let invitation = await pairing.invitation()
        guard let code = QRCode(sharing.link(invitation)) else { throw .internalError }
        let pages = sharing.pages
        return try .json(
            Shown(
                url: pages[0], urls: pages, code: invitation.code,
                qr: code.svg(title: "QR code for pairing: \(pages[0])"), expires: invitation.expires))
    }

    private struct Asked: Decodable {
        let code: String
        let name: String?
    }

    private struct Answer: Encodable { let device: DeviceAnswer }

    private func pair(_ request: Request) async throws(HTTPProblem) -> Response {
        let asked = try JSON.value(Asked.self, try await request.body.collected(limit: 4096))
        try await pairing.redeem(asked.code, from: request.peer.address)
        // A device that pairs again replaces its old entry.
        let old: String? = if case .device(let id) = request.caller { id } else { nil }
        let name = DeviceName.name(given: asked.name, userAgent: request.headers["User-Agent"])
        let (device, token) = try await devices.add(name: name, replacing: old)
        await paired(device)
        var response = try Response.json(Answer(device: DeviceAnswer(device, isCurrent: true)))
        response.headers["Set-Cookie"] = DeviceCookie.field(
            token: token, isEncrypted: request.peer.isEncrypted, path: base.text + "/")
        return response
    }
}

/// How other devices reach the server.
package struct Sharing: Sendable {
    private let port: Int
    package let isEncrypted: Bool
    /// The hosts and ports for addresses, the best first.
    private let addresses: @Sendable () -> [String]
    /// The address at a proxy: `https://espy.example.org/lab`; nil without one.
    private let front: String?

    package init(
        port: Int, isEncrypted: Bool, front: String? = nil,
        addresses: @escaping @Sendable () -> [String] = { MachineAddress.all().map(\.host) }
    ) {
        self.port = port
        self.isEncrypted = isEncrypted
        self.front = front
        self.addresses = addresses
    }

    /// Whether browsers connect through a proxy, which handles encryption.
    package var isBehindProxy: Bool { front != nil }

    /// The addresses of the pairing page, one per address of this machine; at least one that works on this machine.
    package var pages: [String] {
        if let front { return ["\(front)/pair"] }
        let found = addresses()
        let scheme = isEncrypted ? "https" : "http"
        return (found.isEmpty ? ["localhost"] : found).map { "\(scheme)://\($0):\(port)/pair" }
    }

    /// The link in the QR code. The code is in the fragment: browsers never send that, so it appears in no log on the
    /// way.
    package func link(_ invitation: Invitation) -> String { "\(pages[0])#\(invitation.code)" }
}

/// A text as a QR code.
package struct QRCode: Sendable, Equatable {
    /// The number of modules per side, without the quiet zone.
    package let side: Int
    /// Row by row.
    private let dark: [Bool]

    /// The version of libqrencode.
    package static var libraryVersion: String { QRcode_APIVersionString().map { String(cString: $0) } ?? "?" }

    /// The width of the quiet zone in modules, as the standard requires.
    package static let quiet = 4

    /// - Returns: nil for an empty text, or one that is too long for a QR code (about 2,300 bytes).
    package init?(_ text: String) {
        guard !text.isEmpty, let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        // The lowest bit is set for dark modules.
        dark = UnsafeBufferPointer(start: data, count: side * side).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; false outside the code.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
    }
}

extension QRCode {
    /// An image for pages, always black on white.
    package func svg(title: String) -> String {
        let full = side + 2 * Self.quiet
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(full) \(full)" role="img" \
            shape-rendering="crispEdges"><title>\(Markup.escaped(title))</title>\
            <path fill="#fff" d="M0 0h\(full)v\(full)H0z"/><path d="\(path)"/></svg>
            """
    }

    /// Draws the code with half blocks for a terminal, two rows of modules per line.
    ///
    /// - Parameter hasColor: Uses black on white regardless of the terminal's colors. Otherwise it draws only the light
    ///   modules: correct on a dark terminal, and inverted on a light one, which most cameras can read.
    package func blocks(hasColor: Bool) -> String {
        let range = -Self.quiet..<side + Self.quiet
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let line = range.map { column in Self.block(isDark(column, row), isDark(column, row + 1)) }.joined()
            // Bright white on black.
            return (hasColor ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line) + "\n"
        }.joined()
    }

    private static func block(_ isUpperDark: Bool, _ isLowerDark: Bool) -> String {
        switch (isUpperDark, isLowerDark) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }

    /// The SVG path, with a rectangle for each run of dark modules.
    private var path: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                var end = column
                while isDark(end, row) { end += 1 }
                if end > column {
                    path += "M\(column + Self.quiet) \(row + Self.quiet)h\(end - column)v1h-\(end - column)z"
                }
                column = end + 1
            }
        }
        return path
    }
}
