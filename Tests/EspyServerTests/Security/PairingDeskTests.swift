import EspyHTTP
import EspyServer
import Testing

struct PairingDeskTests {
    private let time = StoppedClock()
    private let desk: PairingDesk

    init() { desk = PairingDesk(clock: time.clock, random: testRandom()) }

    private func problem(_ code: String, from address: String = "10.0.0.1") async -> String? {
        do throws(Problem) {
            try await desk.redeem(code, from: address)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func aCodeWorksOnce() async {
        let first = await desk.invitation()
        #expect(await desk.invitation() == first)
        #expect(await problem(first.code.lowercased()) == nil)
        #expect(await problem(first.code) == "wrong-code")
        let second = await desk.invitation()
        #expect(second.code != first.code)
        #expect(await problem(second.code) == nil)
    }

    @Test func aCodeWorksForFiveMinutes() async {
        let first = await desk.invitation()
        #expect(first.expires == StoppedClock.start + 300)
        time.advance(299)
        #expect(await desk.invitation() == first)
        time.advance(1)
        // Nobody has asked for a new one yet, and the old one is out all the same.
        #expect(await problem(first.code) == "wrong-code")
        let second = await desk.invitation()
        #expect(second.code != first.code)
        #expect(second.expires == StoppedClock.start + 600)
    }

    @Test func theRightCodeComesTooLateForWhoHasTriedTooOften() async {
        for _ in 0..<5 { #expect(await problem("0000-0000") == "wrong-code") }
        let code = await desk.invitation().code
        #expect(await problem(code) == "too-many-tries")
        #expect(await problem(code, from: "10.0.0.2") == nil)
    }

    @Test func whatIsNoCodeCountsAsATry() async {
        for _ in 0..<5 { #expect(await problem("?") == "wrong-code") }
        #expect(await problem("?") == "too-many-tries")
        time.advance(12)
        #expect(await problem("?") == "wrong-code")
    }

    @Test func whoLooksIsToldOfEachNewCode() async {
        var shown = await desk.invitations().makeAsyncIterator()
        let first = await shown.next()
        #expect(first == (await desk.invitation()))
        #expect(await problem(first?.code ?? "") == nil)
        let second = await shown.next()
        #expect(second == (await desk.invitation()))
        #expect(second?.code != first?.code)
        time.advance(300)
        let third = await desk.invitation()
        #expect(await shown.next() == third)
    }
}
