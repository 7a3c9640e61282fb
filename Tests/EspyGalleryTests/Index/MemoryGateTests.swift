import Espy
import Testing

struct MemoryGateTests {
    /// Counts the memory in use, as reported by its users.
    private actor Tally {
        private var used: [Int] = []
        private(set) var most = 0
        private(set) var isWrong = false

        var isEmpty: Bool { used.isEmpty }

        func begin(_ bytes: Int) {
            used.append(bytes)
            let sum = used.reduce(0, +)
            most = max(most, sum)
            if sum > 10, used.count > 1 { isWrong = true }
        }

        func end(_ bytes: Int) { used.firstIndex(of: bytes).map { _ = used.remove(at: $0) } }
    }

    /// However many tasks wait, usage never exceeds the limit, except that a larger task runs alone.
    @Test func neverMoreThanTheLimit() async {
        let (gate, tally) = (MemoryGate(limit: 10), Tally())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                let bytes = [1, 3, 4, 7, 10, 25][number % 6]
                group.addTask {
                    await gate.enter(bytes)
                    await tally.begin(bytes)
                    await Task.yield()
                    await tally.end(bytes)
                    await gate.leave(bytes)
                }
            }
        }
        #expect(await !tally.isWrong)
        #expect(await tally.isEmpty)
        #expect(await tally.most == 25)
    }
}
