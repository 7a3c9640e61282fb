import EspyHTTP
import EspyServer
import Testing

struct PairingServiceTests {
    private let time = StoppedClock()
    private let pairing: PairingService

    init() { pairing = PairingService(clock: time.clock, random: testRandom()) }

    private func problem(_ code: String, from address: String = "10.0.0.1") async -> String? {
        do throws(HTTPProblem) {
            try await pairing.redeem(code, from: address)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func aCodeWorksOnce() async {
        let first = await pairing.invitation()
        #expect(await pairing.invitation() == first)
        #expect(await problem(first.code.lowercased()) == nil)
        #expect(await problem(first.code) == "wrong-code")
        let second = await pairing.invitation()
        #expect(second.code != first.code)
        #expect(await problem(second.code) == nil)
    }

    @Test func aCodeWorksForFiveMinutes() async {
        let first = await pairing.invitation()
        #expect(first.expires == StoppedClock.start + 300)
        time.advance(299)
        #expect(await pairing.invitation() == first)
        time.advance(1)
        // No new code has been requested yet, but the old one has expired all the same.
        #expect(await problem(first.code) == "wrong-code")
        let second = await pairing.invitation()
        #expect(second.code != first.code)
        #expect(second.expires == StoppedClock.start + 600)
    }

    @Test func theRightCodeComesTooLateForWhoHasTriedTooOften() async {
        for _ in 0..<5 { #expect(await problem("0000-0000") == "wrong-code") }
        let code = await pairing.invitation().code
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
        var shown = await pairing.invitations().makeAsyncIterator()
        let first = await shown.next()
        #expect(first == (await pairing.invitation()))
        #expect(await problem(first?.code ?? "") == nil)
        let second = await shown.next()
        #expect(second == (await pairing.invitation()))
        #expect(second?.code != first?.code)
        time.advance(300)
        let third = await pairing.invitation()
        #expect(await shown.next() == third)
    }
}
