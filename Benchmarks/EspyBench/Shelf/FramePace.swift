import Espy
import EspySamples

/// Feeds frames to a stream at the pace of a camera, whether it is ready or not.
struct FramePace {
    private let frames: [RGBImage]
    private let stream: ShelfStream
    private let rate: Double

    init(_ video: PanningShelf, _ stream: ShelfStream, rate: Double) {
        frames = (0..<Int(2 * rate)).map { video.frame(at: 5 + Double($0) / rate).image }
        self.stream = stream
        self.rate = rate
    }

    struct Line: Encodable {
        var seconds: Int
        var frames: Int
        var skipped: Int
        /// Time from a frame's arrival to its result, for frames that have one.
        var ms: [Double]
        /// Kilobytes, one second after the start and at the end.
        var memory: [Int]
    }

    func run(seconds: Int) async -> Line {
        let count = Int(Double(seconds) * rate)
        var memory: [Int] = []
        let start = ContinuousClock.now
        let times = await withTaskGroup(of: Double?.self) { group in
            for number in 0..<count {
                let time = Double(number) / rate
                try? await Task.sleep(until: start + .seconds(time), tolerance: .zero, clock: .continuous)
                if number == Int(rate) { memory.append(FramesBench.memory()) }
                let image = frames[place(of: number)]
                group.addTask { [stream] in
                    let begun = ContinuousClock.now
                    let shelf = await stream.look(at: image, time: time)
                    return shelf.outcome == .processed ? begun.duration(to: .now).milliseconds : nil
                }
            }
            return await group.reduce(into: [Double]()) { if let time = $1 { $0.append(time) } }
        }
        memory.append(FramesBench.memory())
        return Line(seconds: seconds, frames: count, skipped: count - times.count, ms: times, memory: memory)
    }

    /// Back and forth.
    private func place(of number: Int) -> Int {
        let last = frames.count - 1
        let place = number % (2 * last)
        return place <= last ? place : 2 * last - place
    }
}
