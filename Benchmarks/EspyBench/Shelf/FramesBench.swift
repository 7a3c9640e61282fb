import Espy
import EspySamples
import Foundation

/// Tracks the books of a rendered video. Frames are requested by number, one after the other.
struct FramesBench {
    private let video: PanningShelf
    private let stream: ShelfStream
    private let rate: Double
    /// The path that receives the pixels of each frame, for other programs.
    private let raw: String?
    /// The seconds for which frames arrive in real time, as from a camera.
    private let pace: Int?
    private let work: Work
    private let detector: SeparatorDetector
    /// Whether to describe the chosen books of each frame, for training their judge.
    private let describes: Bool

    /// The work done with each frame: only rendering it, detecting its spines, or tracking them as well.
    enum Work: String {
        case drawing, finding, following
    }

    init(_ arguments: inout Arguments) throws {
        video = try Self.video(&arguments)
        rate = Double(try arguments.number(of: "--rate") ?? 30)
        raw = try arguments.value(of: "--raw")
        pace = try arguments.number(of: "--pace")
        guard let work = Work(rawValue: try arguments.value(of: "--work") ?? "following") else { throw UsageError() }
        self.work = work
        let isJudged = !arguments.has("--classical")
        detector = SeparatorDetector(effort: .quick, isJudged: isJudged)
        describes = arguments.has("--chosen")
        // Without the judge, everything is shown that was shown before there was one.
        var options = isJudged ? ShelfStreamOptions() : ShelfStreamOptions(showing: 0)
        if let freshness = try arguments.value(of: "--freshness").flatMap(Double.init) { options.freshness = freshness }
        stream = ShelfStream(detector: detector, options: options, clock: ContinuousClock())
    }

    private static func video(_ arguments: inout Arguments) throws -> PanningShelf {
        let seed = UInt64(try arguments.number(of: "--seed") ?? 7)
        let conditions: PanningShelf.Conditions = arguments.has("--harsh") ? .harsh : .calm
        guard let photo = try arguments.value(of: "--photo") else {
            return PanningShelf(seed: seed, conditions: conditions)
        }
        let quads = Data((try arguments.value(of: "--quads") ?? "[]").utf8)
        let corners = try JSONDecoder().decode([[[Double]]].self, from: quads)
        let image = try ImageDecoder().decode(Array(Data(contentsOf: URL(fileURLWithPath: photo))))
        let size = (Double(image.width), Double(image.height))
        let books = try corners.map { corners in
            guard corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else { throw UsageError() }
            let points = corners.map { Point(x: $0[0] * size.0, y: $0[1] * size.1) }
            return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
        }
        return PanningShelf(photo: image, books: books, seed: seed, conditions: conditions)
    }

    struct Line: Encodable {
        var frame: Int
        /// From decoded pixels to the result, and the processor time used.
        var ms: Double
        var cpu: Double
        var timings: Shelf.Timings
        var guidance: Shelf.Guidance?
        /// The numbers of the displayed spines, and their books from 0; -1 for none.
        var shown: [[Int]]
        /// Books that are mostly in the frame.
        var visible: [Int]
        /// Corners of the displayed spines, and of all books at least partly in the frame.
        var outlines: [[Double]]
        var books: [[Double]]
        var confidences: [Double]
        /// Corners of the chosen books with their features; only if requested.
        var chosen: [[Double]]?
        /// Kilobytes.
        var memory: Int
    }

    func run(_ arguments: Arguments) async throws {
        if let pace {
            try arguments.print(await FramePace(video, stream, rate: rate).run(seconds: pace))
            return
        }
        while let word = readLine() {
            guard let number = Int(word), number >= 0 else { throw UsageError() }
            try arguments.print(try await line(number))
        }
    }

    private func line(_ number: Int) async throws -> Line {
        let time = Double(number) / rate
        let (image, books) = video.frame(at: time)
        if let raw { try Data(image.pixels).write(to: URL(fileURLWithPath: raw)) }
        let start = ContinuousClock.now
        let used = Self.processorTime()
        let shelf = await look(at: image, time: time)
        let took = start.duration(to: .now).milliseconds
        let cpu = Self.processorTime() - used
        let frame = Rect(x: 0, y: 0, width: Double(video.width), height: Double(video.height))
        let visible = books.filter { Self.isMostly($0.quad, in: frame) }
        return Line(
            frame: number, ms: took, cpu: cpu, timings: shelf.timings, guidance: shelf.guidance,
            shown: shelf.spines.map { [$0.id, Self.book(of: $0.quad, among: books) ?? -1] },
            visible: visible.map(\.book), outlines: shelf.spines.map { Self.numbers($0.quad) },
            books: books.map { Self.numbers($0.quad) }, confidences: shelf.spines.map(\.confidence),
            chosen: describes ? chosen(in: image) : nil, memory: Self.memory())
    }

    private static func numbers(_ quad: Quad) -> [Double] { quad.corners.flatMap { [$0.x, $0.y] } }

    private func chosen(in image: RGBImage) -> [[Double]] {
        var rows: [[Double]] = []
        for view in ShelfView.views(of: image, enlarging: .quick) {
            let (books, quads) = detector.choose(in: view)
            rows += quads.enumerated().map { index, quad in
                Self.numbers(quad.map(view.place)) + books.features(of: index).map(Double.init)
            }
        }
        return rows
    }

    private func look(at image: RGBImage, time: Double) async -> Shelf {
        let nothing = Shelf(frame: 0, time: time, width: image.width, height: image.height, outcome: .processed)
        switch work {
        case .drawing: return nothing
        case .finding:
            _ = try? await detector.spines(in: image)
            return nothing
        case .following: return await stream.look(at: image, time: time)
        }
    }

    /// Returns the book whose sides match those of the spine at half its height.
    private static func book(of spine: Quad, among books: [PanningShelf.Spine]) -> Int? {
        let middle = (spine.bounds.y + spine.bounds.maxY) / 2
        let (left, right) = sides(of: spine, at: middle)
        var best: (book: Int, share: Double)?
        for book in books where book.quad.bounds.y < middle && book.quad.bounds.maxY > middle {
            let (low, high) = sides(of: book.quad, at: middle)
            let share = (min(right, high) - max(left, low)) / max(max(right, high) - min(left, low), 1)
            if share > best?.share ?? 0.5 { best = (book.book, share) }
        }
        return best?.book
    }

    /// Returns the left and right side of a quad in a row.
    private static func sides(of quad: Quad, at y: Double) -> (Double, Double) {
        func x(_ top: Point, _ bottom: Point) -> Double {
            bottom.y - top.y > 1 ? top.x + (bottom.x - top.x) * (y - top.y) / (bottom.y - top.y) : top.x
        }
        return (x(quad.topLeft, quad.bottomLeft), x(quad.topRight, quad.bottomRight))
    }

    private static func isMostly(_ quad: Quad, in frame: Rect) -> Bool {
        guard let part = quad.bounds.intersection(frame) else { return false }
        return part.area > 0.9 * quad.bounds.area
    }

    /// Processor time of all threads in milliseconds.
    static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
    }

    /// Memory use of the process in kilobytes.
    static func memory() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return 0 }
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
