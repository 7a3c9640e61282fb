import DataMatrix
import Espy
import EspyPixels
import Foundation
import Synchronization
import Testing

@Suite struct RackReaderTests {
    let blank = RGBImage(width: 1100, height: 1100, red: 200, green: 200, blue: 200)

    func rack(_ source: FakeSource, _ grid: RackGrid = .automatic) async throws -> Rack {
        try await RackReader(options: RackOptions(grid: grid), source: source).read(blank)
    }

    /// Every cell of a block.
    func block(_ rows: Range<Int>, _ cols: Range<Int>) -> [(Int, Int)] {
        rows.flatMap { row in cols.map { (row, $0) } }
    }

    @Test func keepsGapsBetweenRowsAndColumns() async throws {
        let rack = try await rack(source(block(0..<3, 0..<5) + block(5..<7, 0..<5)))
        #expect(rack.rows == 7)
        #expect(rack.cols == 5)
        #expect(rack.vial(row: 6, col: 4)?.value == "V6-4")
        #expect(rack.vials.map(\.place) == rack.vials.map(\.place).sorted())
        #expect(rack.cells.count == 35)
    }

    func source(_ places: [(Int, Int)], _ more: [Reading] = []) -> FakeSource {
        FakeSource(readings: Reading.grid(places) + more)
    }

    @Test func aBlankPictureDoesNotShowTheBox() async throws {
        let rack = try await rack(source(block(0..<4, 0..<9)), .size(rows: 9, columns: 9))
        #expect((rack.rows, rack.cols) == (9, 9))
        #expect(rack.origin == .occupiedArea)
        #expect(rack.layout == .given)
        #expect(rack.warnings.map(\.kind) == [.originUnknown])
        #expect(rack.vial(row: 0, col: 0)?.value == "V0-0")
    }

    @Test func aFullBoxNeedsNoPicture() async throws {
        let rack = try await rack(source(block(0..<5, 0..<5)), .size(rows: 5, columns: 5))
        #expect(rack.origin == .box)
        #expect(rack.warnings.isEmpty)
        #expect(rack.isComplete)
        #expect(rack.outline.map { abs($0.topLeft.x - 100) < 1 && abs($0.bottomRight.y - 600) < 1 } == true)
    }

    @Test func sameValueInTwoCellsIsFlaggedAndKept() async throws {
        let twin = Reading.at(150, 350, "V0-0")
        let rack = try await rack(source(block(0..<2, 0..<4), [twin]))
        #expect(rack.vials.count == 9)
        #expect(rack.duplicates.map(\.value) == ["V0-0"])
        #expect(rack.duplicates[0].places == [Rack.Place(row: 0, col: 0), Rack.Place(row: 2, col: 0)])
        #expect(rack.vials.filter(\.isDuplicate).count == 2)
        #expect(rack.warnings.contains { $0.kind == .duplicate && $0.value == "V0-0" })
        #expect(!rack.isComplete)
    }

    @Test func sameValueInOneSpotIsOneVial() async throws {
        let again = Reading.at(158, 145, "V0-0", errors: 2)
        let rack = try await rack(source(block(0..<3, 0..<4), [again]))
        #expect(rack.vials.count == 12)
        #expect(rack.duplicates.isEmpty)
    }

    @Test func ofTwoValuesInOneSpotTheSurerOneStays() async throws {
        let rival = Reading.at(152, 151, "WRONG", errors: 3, confirmed: false)
        for readings in [
            Reading.grid(block(0..<3, 0..<4)) + [rival], [rival] + Reading.grid(block(0..<3, 0..<4)),
        ] {
            let rack = try await rack(FakeSource(readings: readings))
            #expect(rack.vial(row: 0, col: 0)?.value == "V0-0")
            #expect(!rack.vials.contains { $0.value == "WRONG" })
        }
    }

    @Test func aCodeFarFromTheBoxIsReportedApart() async throws {
        let label = Reading.at(930, 820, "RACK-7", side: 70)
        let rack = try await rack(source(block(0..<4, 0..<5), [label]), .size(rows: 4, columns: 5))
        #expect(rack.outside.map(\.value) == ["RACK-7"])
        #expect((rack.rows, rack.cols) == (4, 5))
        #expect(rack.warnings.contains { $0.kind == .outsideGrid && $0.value == "RACK-7" })
        #expect(rack.isComplete)
    }

    @Test func aCodeOfTheOtherPolarityBesideTheBoxIsReportedApart() async throws {
        let label = Reading.at(550, 550, "RACK-8", inverted: true)
        let readings = source(block(0..<4, 0..<5), [label])
        let rack = try await rack(readings)
        #expect(rack.outside.map(\.value) == ["RACK-8"])
        #expect((rack.rows, rack.cols) == (4, 5))
        // If the size has room for it, it is a tube like any other.
        let given = try await self.rack(readings, .size(rows: 5, columns: 5))
        #expect(given.vial(row: 4, col: 4)?.value == "RACK-8")
    }

    @Test func theGivenSizeKeepsStraysOut() async throws {
        // On the lattice, but beyond the box.
        let stray = Reading.at(850, 350, "STRAY")
        let rack = try await rack(source(block(0..<5, 0..<5), [stray]), .size(rows: 5, columns: 5))
        #expect(rack.outside.map(\.value) == ["STRAY"])
        #expect((rack.rows, rack.cols) == (5, 5))
    }

    @Test func aSizeThatIsTooSmallIsNotForced() async throws {
        let rack = try await rack(source(block(0..<6, 0..<6)), .size(rows: 4, columns: 4))
        #expect((rack.rows, rack.cols) == (6, 6))
        #expect(rack.vials.count == 36)
        #expect(rack.layout == .occupied)
        #expect(rack.warnings.contains { $0.kind == .largerThanGiven })
    }

    @Test func aSecondCodeInACellMovesToTheFreeOneBeside() async throws {
        let places = block(0..<4, 0..<5).filter { $0 != (2, 3) }
        // Between its own empty cell and the one to its left, closer to the wrong one.
        let leaning = Reading.at(399, 350, "LEANING")
        let rack = try await rack(source(places, [leaning]))
        #expect(rack.vial(row: 2, col: 3)?.value == "LEANING")
        #expect(rack.vial(row: 2, col: 2)?.value == "V2-2")
    }

    @Test func oneCodeIsOneVial() async throws {
        let rack = try await rack(FakeSource(readings: [.at(500, 500, "ALONE")]))
        #expect(rack.vials.map(\.place) == [Rack.Place(row: 0, col: 0)])
        #expect(rack.origin == .occupiedArea)
        #expect(rack.warnings.map(\.kind) == [.originUnknown])
    }

    @Test func twoCodesSideBySideShareARow() async throws {
        let rack = try await rack(source([(0, 0), (0, 1)]))
        #expect(rack.vials.map(\.place) == [Rack.Place(row: 0, col: 0), Rack.Place(row: 0, col: 1)])
    }

    @Test func threeCodesInALKeepTheirPlaces() async throws {
        let rack = try await rack(source([(0, 0), (0, 1), (1, 0)]))
        #expect(rack.vials.map { [$0.row, $0.col] } == [[0, 0], [0, 1], [1, 0]])
    }

    @Test func roundHoldersGetAnOrderAndAWarning() async throws {
        let readings = [(5, 130.0), (11, 300.0)].flatMap { count, radius in
            (0..<count).map { index in
                let arm = Point(x: radius, y: 0).rotated(
                    byDegrees: Double(index) * 360 / Double(count), around: Point(x: 0, y: 0))
                return Reading.at(500 + arm.x, 500 + arm.y, "P\(count)-\(index)", side: 45)
            }
        }
        let rack = try await rack(FakeSource(readings: readings))
        #expect(rack.vials.count == 16)
        #expect(rack.layout == .unordered)
        #expect(rack.outline == nil)
        #expect(rack.warnings.contains { $0.kind == .noLattice })
        #expect(Set(rack.vials.map(\.place)).count == 16)
    }

    @Test func noCodesIsAResult() async throws {
        let rack = try await rack(FakeSource(readings: []), .size(rows: 9, columns: 9))
        #expect(rack.vials.isEmpty)
        #expect(rack.cells.isEmpty)
        #expect((rack.rows, rack.cols) == (9, 9))
        #expect(!rack.isComplete)
    }

    @Test func mirroredSymbolsGetClockwiseCorners() async throws {
        let mirrored = Reading(
            message: .init(bytes: [65]), size: .init(rows: 12, columns: 12)!,
            corners: [SIMD2(140, 100), SIMD2(100, 100), SIMD2(100, 140), SIMD2(140, 140)], errorsCorrected: 0,
            erasures: 0, isInverted: false, isMirrored: true, isConfirmed: true)
        let code = try #require(try await rack(FakeSource(readings: [mirrored])).vials.first?.code)
        #expect(code.corners.signedArea > 0)
        #expect(code.corners.bottomLeft == Point(x: 140, y: 140))
    }

    @Test func binaryPayloadsAreHex() async throws {
        let binary = Reading(
            message: .init(bytes: [0x42, 0x30, 0xF0, 0x7F]), size: .init(rows: 12, columns: 12)!,
            corners: Reading.at(100, 100, "").corners, errorsCorrected: 0, erasures: 0, isInverted: false,
            isMirrored: false, isConfirmed: true)
        let code = try #require(try await rack(FakeSource(readings: [binary])).vials.first?.code)
        #expect(code.value == "4230f07f")
        #expect(code.isHex)
        #expect(code.bytes == [0x42, 0x30, 0xF0, 0x7F])
    }

    private func reading(_ message: Message, at x: Double = 100) -> Reading {
        Reading(
            message: message, size: .init(rows: 12, columns: 12)!, corners: Reading.at(x, 100, "").corners,
            errorsCorrected: 0, erasures: 0, isInverted: false, isMirrored: false, isConfirmed: true)
    }

    @Test func textInADeclaredCharacterSetIsTheValue() async throws {
        let message = Message(text: "Ω 日本")
        let code = try #require(try await rack(FakeSource(readings: [reading(message)])).vials.first?.code)
        #expect(code.value == "Ω 日本")
        #expect(!code.isHex)
        #expect(code.interpretations == [Interpretation(offset: 0, eci: 26)])
        #expect(code.bytes == Array("Ω 日本".utf8))
    }

    @Test func aPartOfAMessageIsTold() async throws {
        let part = StructuredAppend(position: 2, count: 3, fileIdentifier: [1, 7])
        let rack = try await rack(
            FakeSource(readings: [reading(Message(bytes: [65], structuredAppend: part)), .at(200, 100, "B")]),
            .size(rows: 1, columns: 2))
        #expect(rack.vials.map(\.code.part) == [part, nil])
        let warning = try #require(rack.warnings.first { $0.kind == .partOfSeveral })
        #expect((warning.value, warning.part, warning.parts) == ("A", 2, 3))
        #expect(warning.places == [Rack.Place(row: 0, col: 0)])
        #expect(!rack.isComplete)
        #expect(rack.seen(RackView(a1: .topRight)).warnings.contains { $0.part == 2 })
        let typed = rack.corrected(by: RackCorrections(values: [.init(row: 0, col: 0, value: "whole")]))
        #expect(try #require(typed).warnings.contains { $0.kind == .partOfSeveral } == false)
    }

    @Test func anOrderToAReaderIsTold() async throws {
        let rack = try await rack(FakeSource(readings: [reading(Message(bytes: [65], kind: .readerProgramming))]))
        #expect(rack.vials.first?.code.isReaderProgramming == true)
        #expect(rack.warnings.contains { $0.kind == .readerProgramming && $0.value == "A" })
        #expect(!rack.isComplete)
        let usual = try await self.rack(FakeSource(readings: [.at(100, 100, "A")]))
        #expect(!usual.warnings.contains { [.partOfSeveral, .readerProgramming].contains($0.kind) })
    }

    @Test func progressClimbsToOne() async throws {
        let reports = Mutex<[RackProgress]>([])
        _ = try await RackReader(options: .init(), source: source(block(0..<3, 0..<3))).read(blank) { report in
            reports.withLock { $0.append(report) }
        }
        let seen = reports.withLock { $0 }
        #expect(seen.map(\.stage) == RackProgress.Stage.allCases)
        #expect(seen.map(\.fraction) == seen.map(\.fraction).sorted())
        #expect(seen.last?.fraction == 1)
    }

    @Test func refusesWhatCannotBe() async {
        let empty = RGBImage(width: 0, height: 0, pixels: [])
        await #expect(throws: RackError.emptyImage(width: 0, height: 0)) { try await RackReader().read(empty) }
        let grid = RackGrid.size(rows: 0, columns: 5)
        await #expect(throws: RackError.unusableGrid(grid)) {
            try await RackReader(options: RackOptions(grid: grid)).read(blank)
        }
    }

    @Test func cancellingEndsTheWork() async {
        let reader = RackReader(options: .init(), source: source(block(0..<3, 0..<3)))
        let blank = blank
        let task = Task { () -> RackError? in
            while !Task.isCancelled { await Task.yield() }
            do throws(RackError) {
                _ = try await reader.read(blank)
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        let error = await task.value
        #expect(error == .cancelled)
    }
}
