import Foundation

/// A client that sends arbitrary bytes.
package final class RawClient: Sendable {
    private let descriptor: Int32

    /// Connects to this machine.
    /// - Parameter address: one of this machine's addresses.
    package init(port: Int, address host: String = "127.0.0.1") throws {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        // `deinit` closes the socket in this case, too.
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }

    /// - Returns: whether the server still accepts data.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Sends as much as the system accepts at once.
    /// - Returns: the number of bytes sent.
    package func sendWhatFits(_ bytes: [UInt8]) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        return max(0, bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) })
    }

    /// Disconnects like a browser whose tab is closed.
    package func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Receives until the server closes the connection.
    ///
    /// - Parameter seconds: the timeout.
    package func answer(within seconds: Double = 20) -> RawAnswer { receive(within: seconds) { _ in false } }

    /// Receives until `isEnough` returns true or the server closes the connection.
    package func receive(within seconds: Double = 20, until isEnough: (RawAnswer) -> Bool) -> RawAnswer {
        let end = Date().addingTimeInterval(seconds)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let answer = RawAnswer(bytes: bytes, isClosed: false)
            let left = end.timeIntervalSinceNow
            if left <= 0 || isEnough(answer) { return answer }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, Int32(left * 1000) + 1) > 0 else { continue }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return RawAnswer(bytes: bytes, isClosed: true) }
            bytes += buffer[..<count]
        }
    }
}

/// Everything a server sent on a connection.
package struct RawAnswer: Sendable {
    package let bytes: [UInt8]
    package let isClosed: Bool

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The status of each answer. Empty if the server only closed the connection.
    package var statuses: [Int] { text.matches(of: /HTTP\/1\.[01] (\d{3})\b/).compactMap { Int($0.1) } }

    /// The type of the problem, if the answer is one.
    package var problem: String? { text.firstMatch(of: /"type":"\/problems\/([a-z-]+)"/).map { String($0.1) } }
}

/// Runs blocking work on its own thread, so that concurrent tests continue.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
