import EspyHTTP
import EspyServer
import EspySystem
import Synchronization

/// A clock that stands still until a test advances it.
final class StoppedClock: Sendable {
    private let seconds = Mutex(0.0)
    static let start = 1_770_000_000

    func advance(_ more: Double) { seconds.withLock { $0 += more } }

    var clock: ServerClock {
        ServerClock(
            now: { Self.start + Int(self.seconds.withLock { $0 }) }, elapsed: { 500 + self.seconds.withLock { $0 } })
    }
}

/// Random-looking bytes that are the same in every run.
func testRandom(seed: UInt64 = 1) -> RandomSource {
    let state = Mutexed(seed)
    return RandomSource {
        // SplitMix64.
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

/// A mutex that closures can share.
final class Mutexed<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
        value.withLock { (value: inout sending Value) in body(&value) }
    }
}
