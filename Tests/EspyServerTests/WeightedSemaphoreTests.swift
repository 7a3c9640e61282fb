import EspyApp
import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Testing

struct WeightedSemaphoreTests {
    /// Records how much is inside at the same time, and the order of arrival.
    private actor Room {
        private(set) var inside = 0
        private(set) var most = 0
        private(set) var order: [Int] = []

        func enter(_ size: Int, as number: Int) {
            inside += size
            most = max(most, inside)
            order.append(number)
        }

        func leave(_ size: Int) { inside -= size }
    }

    @Test func noMoreThanThereIsRoomFor() async throws {
        let (turns, room) = (WeightedSemaphore(room: 10, full: HTTPProblem.busy), Room())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let size = number % 7 + 1
                group.addTask {
                    try await turns.run(size) { () throws(HTTPProblem) in
                        await room.enter(size, as: number)
                        await Task.yield()
                        await room.leave(size)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await room.most <= 10)
        #expect(await room.order.count == 100)
        #expect(await room.inside == 0)
    }

    @Test func whatIsLargerThanTheRoomIsAlone() async throws {
        let (turns, room) = (WeightedSemaphore(room: 3, full: HTTPProblem.busy), Room())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await turns.run(1_000) { () throws(HTTPProblem) in
                        await room.enter(1, as: number)
                        await Task.yield()
                        await room.leave(1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await room.most == 1)
        #expect(await room.order.count == 20)
    }

    /// After work that failed, the next in line still get in; those with too many before them are refused.
    @Test func failuresLeaveTheirPlace() async throws {
        let (turns, latch) = (WeightedSemaphore(room: 1, waiting: 0, full: HTTPProblem.busy), Latch())
        await #expect(throws: HTTPProblem.notFound) {
            try await turns.run(1) { () throws(HTTPProblem) in throw .notFound }
        }
        let first = Task {
            try await turns.run(1) { () throws(HTTPProblem) in await latch.wait() }
        }
        while (try? await turns.run(1, { () throws(HTTPProblem) in })) != nil { await Task.yield() }
        await #expect(throws: HTTPProblem.busy) { try await turns.run(1) { () throws(HTTPProblem) in } }
        latch.open()
        try await first.value
        try await turns.run(1) { () throws(HTTPProblem) in }
    }
}
