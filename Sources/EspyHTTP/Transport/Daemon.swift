import CMicroHTTPD
import Foundation

/// Starts libmicrohttpd and receives its callbacks.
///
/// The pointers in its callbacks are a ``ServerContext`` (shared by all), a ``ClientConnection`` (from its start to its
/// end) and an ``Exchange`` (from the first line of a request to its completion).
enum Daemon {
    /// Starts a daemon that gets its connections from an ``Acceptor``.
    ///
    /// - Parameter context: must live until the daemon is stopped.
    static func start(
        _ context: ServerContext, _ certificate: ServerCertificate?
    ) throws(ListenError) -> DaemonHandle {
        var calls = espy_mhd_calls(
            context: Unmanaged.passUnretained(context).toOpaque(),
            accepts: accepts, connection: connection, target: target, request: request, completed: completed)
        var flags = [MHD_USE_EPOLL_INTERNAL_THREAD, MHD_ALLOW_SUSPEND_RESUME, MHD_USE_ITC, MHD_USE_NO_LISTEN_SOCKET]
        if certificate != nil { flags.append(MHD_USE_TLS) }
        let daemon = withOptions(context, certificate) { options in
            espy_mhd_start(flags.reduce(0) { $0 | $1.rawValue }, &calls, options)
        }
        guard let daemon else { throw .library }
        return DaemonHandle(pointer: daemon)
    }

    private static func withOptions(
        _ context: ServerContext, _ certificate: ServerCertificate?,
        _ body: (UnsafeMutablePointer<MHD_OptionItem>?) -> OpaquePointer?
    ) -> OpaquePointer? {
        let limits = context.limits
        var options = [
            option(.CONNECTION_LIMIT, limits.connections + 64),
            // Room for the header, a copy of its cookies, the excess of a header that is too long (to report the
            // error), and the response header.
            option(.CONNECTION_MEMORY_LIMIT, 4 * limits.headerBytes),
            // Silence while a response is sent; everything else is up to ``ConnectionTable/watch(now:)``.
            option(.CONNECTION_TIMEOUT, Int(limits.idleTime.rounded(.up)) + 5),
            option(.THREAD_POOL_SIZE, limits.threads > 1 ? limits.threads : 0),
        ]
        guard let certificate else {
            options.append(option(.END, 0))
            return body(&options)
        }
        return certificate.withTexts { key, chain, priorities in
            options += [
                option(.HTTPS_MEM_KEY, 0, key), option(.HTTPS_MEM_CERT, 0, chain),
                option(.HTTPS_PRIORITIES, 0, priorities), option(.END, 0),
            ]
            return body(&options)
        }
    }

    private static func option(
        _ name: MHD_OPTION, _ value: Int, _ text: UnsafeMutablePointer<CChar>? = nil
    ) -> MHD_OptionItem {
        MHD_OptionItem(option: name, value: value, ptr_value: text)
    }
}

private func object<Object: AnyObject>(_ type: Object.Type, _ pointer: UnsafeMutableRawPointer?) -> Object? {
    pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

private func accepts(
    raw: UnsafeMutableRawPointer?, address: UnsafePointer<sockaddr>?, length: socklen_t
) -> MHD_Result {
    guard let context = object(ServerContext.self, raw),
        let peer = address.flatMap({ Socket.peer($0, isEncrypted: context.isEncrypted) })
    else { return .NO }
    return context.connections.accepts(peer) ? .YES : .NO
}

private func connection(
    raw: UnsafeMutableRawPointer?, pointer: OpaquePointer?, kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    event: MHD_ConnectionNotificationCode
) {
    guard let context = object(ServerContext.self, raw), let pointer, let kept else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
        let descriptor = espy_mhd_socket(pointer)
        var peer =
            espy_mhd_address(pointer).flatMap { Socket.peer($0, isEncrypted: context.isEncrypted) }
            ?? Request.Peer(address: "", isLoopback: false)
        peer.isOwnUser = peer.isLoopback && SocketOwner.isThisUser(descriptor)
        let connection = ClientConnection(
            peer: peer, descriptor: descriptor,
            limits: context.limits, now: context.now())
        context.connections.add(connection)
        kept.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let connection = object(ClientConnection.self, kept.pointee) {
        connection.close()
        context.connections.remove(connection)
        Unmanaged.passUnretained(connection).release()
        kept.pointee = nil
    }
}

private func target(
    raw: UnsafeMutableRawPointer?, text: UnsafePointer<CChar>?, pointer: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context = object(ServerContext.self, raw), let pointer,
        let connection = object(ClientConnection.self, espy_mhd_kept(pointer))
    else { return nil }
    let exchange = Exchange(
        target: RequestReader.text(text), connection: connection,
        gate: ConnectionSuspension(ConnectionHandle(pointer: pointer)),
        context: context)
    return Unmanaged.passRetained(exchange).toOpaque()
}

private func request(
    raw: UnsafeMutableRawPointer?, pointer: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
    uploaded: UnsafeMutablePointer<Int>?, kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = object(ServerContext.self, raw), let pointer,
        let exchange = object(Exchange.self, kept?.pointee)
    else { return .NO }
    if let upload, let uploaded, uploaded.pointee > 0 {
        uploaded.pointee = exchange.receive(UnsafeRawBufferPointer(start: upload, count: uploaded.pointee))
        return .YES
    }
    let isFresh = exchange.isFresh
    let turn =
        isFresh
        ? exchange.begin(RequestReader.head(of: pointer, method, target: exchange.target, url, version))
        : exchange.proceed()
    switch turn {
    case .goOn: return .YES
    case .answer(.made(let response)): return send(response, for: exchange, context, over: pointer)
    case .answer(.kept(let response)):
        exchange.sends(.sending(until: context.deadline(of: response.response.body.length ?? 0)), feed: nil)
        return response.queue(on: pointer)
    }
}

private func send(
    _ response: Response, for exchange: Exchange, _ context: ServerContext, over pointer: OpaquePointer
) -> MHD_Result {
    var feed: EventStream?
    if case .events = response.body { feed = EventStream(exchange.gate, now: context.now()) }
    guard let reply = ResponseWriter.make(response, feed: feed) else { return .NO }
    defer { MHD_destroy_response(reply) }
    if let length = response.body.length {
        exchange.sends(.sending(until: context.deadline(of: length)), feed: nil)
    } else {
        exchange.sends(.streaming, feed: feed)
    }
    if case .events(let events) = response.body { feed?.start(events, on: context.workers, now: context.now) }
    return MHD_queue_response(pointer, UInt32(response.status), reply)
}

private func completed(
    raw: UnsafeMutableRawPointer?, pointer: OpaquePointer?, kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let exchange = object(Exchange.self, kept?.pointee) else { return }
    exchange.over()
    Unmanaged.passUnretained(exchange).release()
    kept?.pointee = nil
}

/// Reads libmicrohttpd's view of the first lines of a request.
private enum RequestReader {
    /// - Parameters:
    ///   - target: as received, up to a NUL if there is one.
    ///   - url: where the target began in the buffer.
    ///   - version: where the version began in the same buffer, after the target and a blank.
    static func head(
        of connection: OpaquePointer, _ method: UnsafePointer<CChar>?, target: String, _ url: UnsafePointer<CChar>?,
        _ version: UnsafePointer<CChar>?
    ) -> RequestHead {
        guard let method, let url, let version else { return RequestHead(method: "", target: "", headers: [:]) }
        var layout = HeaderLayout(version: version, length: strlen(version))
        var head = RequestHead(
            method: text(method), target: target, headers: headers(of: connection, layout: &layout))
        layout.finish(start: method, size: espy_mhd_header_size(connection))
        head.isCut = version - url != target.utf8.count + 1 || !layout.isSound
        return head
    }

    private static func headers(of connection: OpaquePointer, layout: inout HeaderLayout) -> Headers {
        var found = (headers: Headers(), layout: layout)
        withUnsafeMutablePointer(to: &found) { pointer in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    let found = context?.assumingMemoryBound(to: (headers: Headers, layout: HeaderLayout).self)
                    found?.pointee.headers.add(RequestReader.text(name, nameSize), RequestReader.text(value, valueSize))
                    found?.pointee.layout.field(name, nameSize, value, valueSize)
                    return .YES
                }, pointer)
        }
        layout = found.layout
        return found.headers
    }

    static func text(_ characters: UnsafePointer<CChar>?) -> String {
        characters.map { text($0, strlen($0)) } ?? ""
    }

    /// Decodes UTF-8; anything else as Latin-1, in which every byte is a character.
    static func text(_ characters: UnsafePointer<CChar>?, _ count: Int) -> String {
        let bytes = UnsafeRawBufferPointer(start: characters, count: characters == nil ? 0 : count)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// Where the parts of a header lie in libmicrohttpd's buffer. The library uses C strings: it drops whatever follows a
/// NUL in a line, and joins a folded line to the field's name. A proxy on the way may read such lines differently, and
/// no legitimate client sends them, so they are refused. They are found by what lies between the parts: only a line end
/// is allowed.
private struct HeaderLayout {
    /// The end of the last part seen in the buffer.
    private var end: UInt
    private(set) var isSound = true

    /// - Parameter start: of the first field.
    init(version: UnsafePointer<CChar>, length: Int) { end = UInt(bitPattern: version) + UInt(length) }

    mutating func field(
        _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
    ) {
        let (name, value) = (UInt(bitPattern: name), UInt(bitPattern: value))
        // The previous line ends in CR LF, or in LF alone.
        let isNext = name > end && name - end <= 2
        // A colon, and perhaps blanks.
        let isBeside = value > name && value - name > UInt(nameSize)
        isSound = isSound && isNext && isBeside
        end = value &+ UInt(valueSize)
    }

    /// - Parameters:
    ///   - start: of the first line.
    ///   - size: of the whole header, with the empty line at its end.
    mutating func finish(start: UnsafePointer<CChar>, size: Int) {
        let last = UInt(bitPattern: start) + UInt(size)
        isSound = isSound && last > end && last - end <= 4
    }
}
