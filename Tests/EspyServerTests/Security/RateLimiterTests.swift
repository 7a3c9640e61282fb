import EspyHTTP
import EspyServer
import Testing

struct RateLimiterTests {
    @Test func aBucketFillsAgain() {
        var bucket = TokenBucket(capacity: 2, interval: 10, now: 0)
        bucket.take(now: 0)
        #expect(bucket.wait(now: 0) == 0)
        bucket.take(now: 0)
        #expect(bucket.wait(now: 0) == 10)
        #expect(bucket.wait(now: 4) == 6)
        #expect(bucket.wait(now: 10) == 0)
        #expect(!bucket.isFull(now: 19))
        #expect(bucket.isFull(now: 20))
        // It never exceeds its capacity.
        bucket.take(now: 1000)
        bucket.take(now: 1000)
        #expect(bucket.wait(now: 1000) == 10)
    }

    @Test func aClientMayTryFiveTimesAndThenEveryTwelveSeconds() {
        var limit = RateLimiter(now: 0)
        for _ in 0..<5 { #expect(limit.takeTry(from: "10.0.0.1", now: 0) == nil) }
        #expect(limit.takeTry(from: "10.0.0.1", now: 0) == 12)
        #expect(limit.takeTry(from: "10.0.0.1", now: 0.5) == 12)
        #expect(limit.takeTry(from: "10.0.0.1", now: 11.5) == 1)
        #expect(limit.takeTry(from: "10.0.0.2", now: 0.5) == nil)
        #expect(limit.takeTry(from: "10.0.0.1", now: 12) == nil)
    }

    /// Five minutes of tries from new addresses each time.
    @Test func manyClientsTogetherMayNotTryOften() {
        var limit = RateLimiter(now: 0)
        let tries = (0..<30_000).count {
            limit.takeTry(from: "10.0.\($0 / 256).\($0 % 256)", now: Double($0) / 100) == nil
        }
        #expect((100...111).contains(tries))
    }

    @Test(arguments: [
        ("10.0.0.1", "10.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("2001:db8:1:2::5", "2001:db8:1:2"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2"), ("2001:db8:1:3::5", "2001:db8:1:3"), ("what", "what"),
    ])
    func anIPv6NetworkIsOneClient(address: String, client: String) {
        #expect(RateLimiter.client(of: address) == client)
    }
}
