import Espy
import EspyPixels
import Testing

@Suite struct SpineTrackerTests {
    private static let size = (width: 960, height: 540)

    /// Outlines of books with random widths, and the brightness of each.
    private func row(seed: Int, count: Int = 80) -> [(quad: Quad, gray: UInt8)] {
        var random = Numbers(seed: seed)
        var x = 0.0
        return (0..<count).map { _ in
            let width = 12 + 40 * random.next()
            defer { x += width + (random.next() < 0.1 ? 20 : 0) }
            let top = 100 + 60 * random.next()
            return (Quad(Rect(x: x, y: top, width: width, height: 450 - top)), UInt8(20 + 200 * random.next()))
        }
    }

    private func picture(of row: [(quad: Quad, gray: UInt8)], from offset: Point) -> FrameThumbnail {
        var image = RGBImage(width: Self.size.width, height: Self.size.height, red: 0, green: 0, blue: 0)
        for (quad, gray) in row {
            let bounds = quad.map { $0 - offset }.bounds
            let left = min(max(0, Int(bounds.x)), image.width)
            let columns = left..<max(left, min(image.width, Int(bounds.maxX)))
            for y in max(0, Int(bounds.y))..<min(image.height, Int(bounds.maxY)) where !columns.isEmpty {
                for index in 3 * (y * image.width + columns.lowerBound)..<3 * (y * image.width + columns.upperBound) {
                    image.pixels[index] = gray
                }
            }
        }
        return FrameThumbnail(image)
    }

    /// Pans over random shelves; every spine is off by a few pixels, one in ten is missed, and some are wrong.
    @Test(arguments: 0..<8)
    func numbersLast(seed: Int) {
        let row = row(seed: seed)
        var random = Numbers(seed: seed + 100)
        var tracker = SpineTracker(ShelfStreamOptions())
        var offset = Point(x: 0, y: 0)
        var known: [Int: Set<Int>] = [:]
        var shownCount = 0
        for frame in 0..<60 {
            let next = Point(x: 9.0 * Double(frame < 40 ? frame : 80 - frame), y: 6 * random.next())
            let shift = offset - next
            offset = next
            var found: [DetectedSpine] = []
            for (quad, _) in row where random.next() > 0.1 {
                let placed = quad.map { $0 - offset + Point(x: 3 * random.next() - 1.5, y: 8 * random.next() - 4) }
                guard placed.bounds.x > 0, placed.bounds.maxX < Double(Self.size.width) else { continue }
                found.append(DetectedSpine(quad: placed, row: 0, confidence: 0.5 + 0.5 * random.next()))
            }
            let spines = tracker.update(
                found, in: picture(of: row, from: offset), shift: shift, time: Double(frame) / 30)
            for spine in spines {
                let x = spine.quad.center.x + offset.x
                if let book = row.firstIndex(where: { abs($0.quad.center.x - x) < 3 }) {
                    known[book, default: []].insert(spine.id)
                    shownCount += 1
                }
            }
            #expect(Set(spines.map(\.id)).count == spines.count)
        }
        #expect(known.count > 25)
        #expect(shownCount > 800)
        // A book has one number, and a number one book.
        #expect(known.values.allSatisfy { $0.count == 1 }, "\(known.filter { $0.value.count > 1 })")
        #expect(Set(known.values.flatMap(\.self)).count == known.count)
    }

    private func update(
        _ tracker: inout SpineTracker, _ xs: [Double], at time: Double, confidence: Double = 0.9, width: Double = 30
    ) -> [Shelf.Spine] {
        let blank = FrameThumbnail(RGBImage(width: 960, height: 540, red: 70, green: 70, blue: 70))
        let found = xs.map {
            DetectedSpine(
                quad: Quad(Rect(x: $0, y: 100, width: width, height: 300)), row: 0, confidence: confidence)
        }
        return tracker.update(found, in: blank, shift: Point(x: 0, y: 0), time: time)
    }

    @Test func booksAreShownFromTheSecondTimeOn() {
        var tracker = SpineTracker(ShelfStreamOptions())
        #expect(update(&tracker, [100, 200], at: 0).isEmpty)
        #expect(update(&tracker, [100, 400], at: 0.1).map(\.id) == [1])
        #expect(update(&tracker, [100, 200, 400], at: 0.2).map(\.id) == [1, 2, 3])
    }

    @Test func booksAreHiddenWhenNotSeenFor700Milliseconds() {
        var tracker = SpineTracker(ShelfStreamOptions())
        _ = update(&tracker, [100, 200], at: 0)
        #expect(update(&tracker, [100, 200], at: 0.1).count == 2)
        #expect(update(&tracker, [], at: 0.79).count == 2)
        #expect(update(&tracker, [100], at: 0.81).map(\.id) == [1])
        #expect(update(&tracker, [], at: 1.6).isEmpty)
        // Remembered for longer.
        #expect(update(&tracker, [100, 200], at: 5).map(\.id) == [1, 2])
        #expect(update(&tracker, [100, 200], at: 20).isEmpty)
        #expect(update(&tracker, [100, 200], at: 20.1).map(\.id) == [3, 4])
    }

    @Test func unsureOnesAreFollowedButNotBegun() {
        var tracker = SpineTracker(ShelfStreamOptions(confidence: 0.5))
        for time in 0..<3 { #expect(update(&tracker, [100], at: Double(time) / 10, confidence: 0.4).isEmpty) }
        _ = update(&tracker, [100], at: 0.3)
        #expect(update(&tracker, [100], at: 0.4).count == 1)
        #expect(update(&tracker, [100], at: 1.3, confidence: 0.4).count == 1)
    }

    @Test func doubtfulBooksAreNotShownAndDoNotFlicker() {
        var tracker = SpineTracker(ShelfStreamOptions(confidence: 0.3, showing: 0.5))
        var time = 0.0
        func shows(_ confidence: Double) -> Bool {
            time += 0.03
            return !update(&tracker, [100], at: time, confidence: confidence).isEmpty
        }
        // Often found, but never likely enough.
        for _ in 0..<10 { #expect(!shows(0.4)) }
        let rise = (0..<10).map { _ in shows(0.8) }
        #expect(rise.last == true)
        // Between the two limits it stays as it is.
        for step in 0..<20 { #expect(shows(step % 2 == 0 ? 0.3 : 0.6)) }
        let fall = (0..<10).map { _ in shows(0.1) }
        #expect(fall.last == false)
        // Once hidden, it stays hidden until it is likely again.
        #expect(fall == fall.sorted { $0 && !$1 })
        for _ in 0..<5 { #expect(!shows(0.45)) }
    }

    @Test func lostBooksFade() {
        var tracker = SpineTracker(ShelfStreamOptions())
        _ = update(&tracker, [100], at: 0)
        var last = 1.0
        for (time, least) in [(0.1, 0.89), (0.3, 0.5), (0.5, 0.2), (0.75, 0)] {
            let shown = update(&tracker, time == 0.1 ? [100] : [], at: time)
            #expect(shown.count == 1)
            #expect(shown.allSatisfy { $0.confidence < last && $0.confidence > least })
            last = shown.first?.confidence ?? 0
        }
        // Found again, it is as sure as before.
        #expect(update(&tracker, [100], at: 0.76).first?.confidence == 0.9)
    }

    @Test func whatIsFoundAnewHidesWhatItCovers() {
        var tracker = SpineTracker(ShelfStreamOptions())
        _ = update(&tracker, [100], at: 0)
        #expect(update(&tracker, [100], at: 0.1).map(\.id) == [1])
        // Together with its neighbor it would be a different one, and the first cannot still be there.
        _ = update(&tracker, [100], at: 0.2, width: 90)
        #expect(update(&tracker, [100], at: 0.3, width: 90).map(\.id) == [2])
    }

    @Test func outlinesAreSteadied() throws {
        var tracker = SpineTracker(ShelfStreamOptions())
        var xs: [Double] = []
        for frame in 0..<40 {
            let spines = update(&tracker, [100 + (frame % 2 == 0 ? 2 : -2)], at: Double(frame) / 30)
            if let spine = spines.first { xs.append(spine.quad.topLeft.x) }
        }
        let late = xs.suffix(20)
        #expect(try #require(late.max()) - #require(late.min()) < 2.5)
    }

    @Test func sizeOfThePictureMayChange() {
        var tracker = SpineTracker(ShelfStreamOptions())
        _ = update(&tracker, [100, 200], at: 0)
        _ = update(&tracker, [100, 200], at: 0.1)
        tracker.scale(by: 2)
        let twice = FrameThumbnail(RGBImage(width: 1920, height: 1080, red: 70, green: 70, blue: 70))
        let found = [200.0, 400].map {
            DetectedSpine(quad: Quad(Rect(x: $0, y: 200, width: 60, height: 600)), row: 0, confidence: 0.9)
        }
        let spines = tracker.update(found, in: twice, shift: Point(x: 0, y: 0), time: 0.2)
        #expect(spines.map(\.id) == [1, 2])
        #expect(spines[0].quad.topLeft == Point(x: 200, y: 200))
    }
}
