#if os(Linux)
    import EspySystem
    import Foundation
    import Testing

    struct BackgroundThreadsTests {
        private actor Keeper {
            func niceness() -> Int32 { nice(0) }
        }

        @Test func allOfARunIsQuiet() async throws {
            let outside = nice(0)
            let keeper = Keeper()
            let threads = try #require(BackgroundThreads(count: 2))
            let seen = await withTaskExecutorPreference(threads) {
                var seen = [nice(0), await keeper.niceness()]
                await withTaskGroup(of: Int32.self) { group in
                    for _ in 0..<8 { group.addTask { nice(0) } }
                    for await niceness in group { seen.append(niceness) }
                }
                return seen
            }
            #expect(seen == Array(repeating: min(outside + BackgroundThreads.niceness, 19), count: 10))
            #expect(await keeper.niceness() == outside)
        }
    }
#endif
