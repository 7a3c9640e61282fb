/// What a connection is doing, as far as its time limits go.
enum Phase {
    /// A header is awaited until then.
    case waiting(until: Double, idleSince: Double)
    /// A body comes.
    case receiving(Allowance)
    /// The request was answered before its body had come; the rest is dropped until then.
    case draining(until: Double)
    /// The answer is in the making. The client waits, or went away.
    case working
    /// An answer of known length goes out until then.
    case sending(until: Double)
    /// Events go out as long as the client is there.
    case streaming
}
