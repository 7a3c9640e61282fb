extension HTTPServer {
    /// How much a server takes on, and how long it waits. Times are in seconds.
    package struct Limits: Sendable {
        /// Connections at a time. When all are taken, the one that has been idle longest makes way.
        package var connections = 2048
        /// Connections at a time from one address that is not this machine's.
        package var connectionsPerAddress = 64
        /// For the header of the first request of a connection, the handshake of TLS included.
        package var headerTime = 10.0
        /// Between the requests of a connection, the header of the next one included.
        package var idleTime = 60.0
        /// Bytes a second below which a body that comes, or an answer that goes, is given up.
        package var slowestRate = 2048.0
        /// How far a client may fall behind that rate.
        package var patience = 10.0
        /// Bytes of a header with its target.
        package var headerBytes = 16 << 10
        package var headerFields = 100
        package var targetBytes = 8 << 10
        /// How long the rest of a body is read and dropped after its request was answered.
        package var drainTime = 30.0
        /// Between signs of life in a quiet stream of events.
        package var heartbeat = 15.0
        /// How long running requests may go on after the server was told to stop.
        package var farewell = 5.0
        /// Threads that move bytes.
        package var threads = 2

        package init() {}
    }
}
