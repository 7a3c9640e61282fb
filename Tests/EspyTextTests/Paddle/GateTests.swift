import Dispatch
import EspyText
import Synchronization
import Testing

@Suite struct GateTests {
    @Test func noMoreAreInsideThanThereIsRoomFor() {
        let gate = Gate(room: 10)
        let inside = Mutex<[Int]>([])
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 60) { index in
            let need = [3, 5, 10, 40][index % 4]
            #expect(gate.enter(need))
            inside.withLock { inside in
                inside.append(need)
                if inside.count > 1, inside.reduce(0, +) > 10 { wrong.withLock { $0 += 1 } }
            }
            inside.withLock { inside in inside.firstIndex(of: need).map { _ = inside.remove(at: $0) } }
            gate.leave(need)
        }
        #expect(wrong.withLock { $0 } == 0)
        // All of it is free again.
        #expect(gate.enter(10))
    }

    @Test func whoIsCancelledHoldsNobodyUp() async {
        let gate = Gate(room: 1)
        #expect(gate.enter(1))
        let waiting = Task { gate.enter(1) }
        waiting.cancel()
        #expect(await !waiting.value)
        gate.leave(1)
        #expect(gate.enter(1))
    }
}
