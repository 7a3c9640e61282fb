import DataMatrix
import Espy
import EspyPixels
import EspySamples
import Testing

@Suite struct CellStatusTests {
    /// Counts how often a cell of one status was taken for another.
    struct Tally {
        private var counts: [String: Int] = [:]

        mutating func add(_ truth: Rack.Cell.Status, _ found: Rack.Cell.Status) {
            counts["\(truth) \(found)", default: 0] += 1
        }

        func share(_ truth: Rack.Cell.Status, _ found: Rack.Cell.Status) -> Double {
            let all = Rack.Cell.Status.allCases.reduce(0) { $0 + (counts["\(truth) \($1)"] ?? 0) }
            return Double(counts["\(truth) \(found)"] ?? 0) / Double(max(all, 1))
        }
    }

    /// Judges many rendered boxes. All codes are known except a tenth, which count as unread.
    func tally(_ difficulty: SampleScene.Difficulty, seeds: ClosedRange<UInt64>) async throws -> Tally {
        var tally = Tally()
        for seed in seeds {
            let box = try SampleBox(seed: seed, difficulty)
            var random = SampleRandom(seed: seed)
            let all = box.readings
            let hidden = Set(all.indices.filter { _ in random.chance(0.1) })
            let known = all.indices.filter { !hidden.contains($0) }.map { all[$0] }
            let rack = try await box.rack(source: FakeSource(readings: known))
            // Cells can only be compared if the box was found.
            guard rack.origin == .box, rack.cells.count == box.truth.cells.count else { continue }
            let unread = Set(hidden.map { Rack.Place(row: box.truth.vials[$0].row, col: box.truth.vials[$0].col) })
            for (cell, truth) in zip(rack.cells, box.truth.cells) {
                let expected = unread.contains(cell.place) ? "unread" : truth.status.rawValue
                tally.add(try #require(Rack.Cell.Status(rawValue: expected)), cell.status)
            }
        }
        return tally
    }

    @Test func tellsTubesFromEmptyCells() async throws {
        let tally = try await tally(.ordinary, seeds: 1...16)
        #expect(tally.share(.empty, .empty) > 0.99)
        #expect(tally.share(.unread, .unread) > 0.95)
        #expect(tally.share(.uncoded, .uncoded) > 0.75)
        #expect(tally.share(.read, .read) == 1)
    }

    @Test func tellsThemInHardPicturesMostly() async throws {
        let tally = try await tally(.hard, seeds: 1...12)
        #expect(tally.share(.empty, .empty) > 0.96)
        #expect(tally.share(.unread, .unread) > 0.85)
        #expect(tally.share(.uncoded, .uncoded) > 0.65)
    }

    @Test func placesDrawnBoxes() async throws {
        var (right, total, certain) = (0, 0, 0)
        for seed in 20...35 as ClosedRange<UInt64> {
            let box = try SampleBox(seed: seed)
            let rack = try await box.rack()
            guard rack.origin == .box else { continue }
            certain += 1
            right += box.placed(rack)
            total += box.truth.vials.count
        }
        #expect(certain >= 14)
        #expect(right == total, "\(right) of \(total)")
    }

    @Test func findsTheSizeOfMostBoxesAndIsSeldomWrong() async throws {
        var (found, wrong) = (0, 0)
        for seed in 1...20 as ClosedRange<UInt64> {
            let box = try SampleBox(seed: seed)
            let rack = try await box.rack(.automatic)
            guard rack.layout == .seen else { continue }
            let isRight = rack.rows == box.truth.rows && rack.cols == box.truth.columns
            if isRight, box.placed(rack) == box.truth.vials.count { found += 1 } else { wrong += 1 }
        }
        #expect(found >= 12)
        #expect(wrong == 0)
    }

    @Test func aSecondLookFillsUnreadCells() async throws {
        let box = try SampleBox(seed: 1)
        var known = box.readings
        let missing = known.remove(at: 7)
        let truth = box.truth.vials[7]
        let blind = try await box.rack(source: FakeSource(readings: known))
        #expect(blind.cells.first { $0.row == truth.row && $0.col == truth.col }?.status == .unread)
        #expect(blind.warnings.contains { $0.kind == .unread && $0.places.contains(truth.place) })
        #expect(!blind.isComplete)
        let rack = try await box.rack(source: FakeSource(readings: known, nearby: [missing]))
        #expect(rack.vial(row: truth.row, col: truth.col)?.value == truth.code.value)
        #expect(rack.cells.first { $0.row == truth.row && $0.col == truth.col }?.status == .read)
        #expect(!rack.warnings.contains { $0.kind == .unread })
    }

    @Test func theSecondLookCanBeLeftOut() async throws {
        let box = try SampleBox(seed: 1)
        var known = box.readings
        let missing = known.remove(at: 7)
        let options = RackOptions(grid: box.grid, looksTwice: false)
        let reader = RackReader(options: options, source: FakeSource(readings: known, nearby: [missing]))
        #expect(try await reader.read(box.image).count(.unread) == 1)
    }

    @Test func aSuspectMakesARoundCapUnread() async throws {
        // A cap without a code, on which something like a code was seen.
        let box = try SampleBox(seed: 2)
        let plain = try await box.rack()
        let cap = try #require(plain.cells.first { $0.status == .uncoded })
        let rack = try await box.rack(source: FakeSource(readings: box.readings, suspects: [cap.center]))
        #expect(rack.cells.first { $0.place == cap.place }?.status == .unread)
    }
}

extension SampleTruth.Vial {
    var place: Rack.Place { Rack.Place(row: row, col: col) }
}

/// Light that hides tubes.
@Suite struct RackLightTests {
    /// Reads a rendered box with its light multiplied by this factor, in which one code is unread.
    private func rack(light: Double = 1, shake: Int = 1) async throws -> Rack {
        let box = try SampleBox(seed: 20)
        var image = box.image
        image.pixels = image.pixels.map { UInt8(min(Double($0) * light, 255)) }
        if shake > 1 { image.pixels = moved(image, by: shake) }
        let source = FakeSource(readings: Array(box.readings.dropFirst()))
        return try await RackReader(options: RackOptions(), source: source).read(image)
    }

    /// The picture of a camera that moved down by this many pixels.
    private func moved(_ image: RGBImage, by shake: Int) -> [UInt8] {
        let (line, last) = (3 * image.width, image.pixels.count)
        return image.pixels.indices.map { index in
            let seen = (0..<shake).map { index + $0 * line }.filter { $0 < last }
            return UInt8(seen.reduce(0) { $0 + Int(image.pixels[$1]) } / seen.count)
        }
    }

    @Test func movementIsSaid() async throws {
        let said = try await rack(shake: 12).warnings.map(\.kind)
        #expect(said.contains(.blurred))
    }

    @Test(arguments: [(1, nil), (9, Rack.Warning.Kind.bright), (0.1, .dark)])
    func badLightIsSaid(_ light: Double, _ expected: Rack.Warning.Kind?) async throws {
        let said = try await rack(light: light).warnings.map(\.kind).filter { [.dark, .bright, .blurred].contains($0) }
        #expect(said == [expected].compactMap(\.self))
    }

    @Test func whatIsTypedIntoTheLastWellEndsTheDoubt() async throws {
        var rack = try await rack(light: 1)
        rack.warnings.append(Rack.Warning(.bright))
        let open = rack.cells.filter { $0.status != .read }.map(\.place)
        func kinds(typed places: [Rack.Place]) throws -> [Rack.Warning.Kind] {
            let values = places.map { place in
                RackCorrections.Value(row: place.row, col: place.col, value: "T\(place.row)-\(place.col)")
            }
            return try #require(rack.corrected(by: RackCorrections(values: values))).warnings.map(\.kind)
        }
        #expect(try kinds(typed: Array(open.dropLast())).contains(.bright))
        #expect(try !kinds(typed: open).contains(.bright))
    }
}
