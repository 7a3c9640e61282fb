import Espy
import Synchronization
import Testing

struct MemoryGateTests {
    /// However many want in, no more is used than there is, but for what is larger than that and then is alone.
    @Test func neverMoreThanTheLimit() async {
        let gate = MemoryGate(limit: 10)
        let used = Mutex((now: 0, most: 0, users: 0, wrong: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                let bytes = [1, 3, 4, 7, 10, 25][number % 6]
                group.addTask {
                    await gate.enter(bytes)
                    used.withLock { state in
                        state.now += bytes
                        state.users += 1
                        state.most = max(state.most, state.now)
                        if state.now > 10, state.users > 1 { state.wrong += 1 }
                    }
                    await Task.yield()
                    used.withLock { state in
                        state.now -= bytes
                        state.users -= 1
                    }
                    await gate.leave(bytes)
                }
            }
        }
        let state = used.withLock { $0 }
        #expect(state.wrong == 0 && state.now == 0 && state.most == 25)
    }
}
