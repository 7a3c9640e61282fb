import Espy

/// Makes a history of a known size.
struct Filling {
    let path: String

    func run(counts: Int, detections: Int) async throws {
        let history = try History(path: path)
        let image = Invented.image(side: 1_200)
        let clock = ContinuousClock()
        var times: [Double] = []
        for number in 0..<counts {
            let start = clock.now
            _ = try await history.add(
                Invented.count(detections: detections), CountOptions(), of: image, title: "\(number).jpg",
                at: 1_700_000_000 + number)
            times.append((clock.now - start) / .milliseconds(1))
        }
        say("added \(counts), median \(times.sorted()[counts / 2]) ms each")
    }
}
