import DataMatrix
import Espy
import EspyPixels
import Testing

@Suite struct RackAnnotatorTests {
    let gray = RGBImage(width: 700, height: 500, red: 128, green: 128, blue: 128)

    func rack(_ readings: [Reading], on image: RGBImage, grid: RackGrid = .automatic) async throws -> Rack {
        try await RackReader(options: RackOptions(grid: grid), source: FakeSource(readings: readings)).read(image)
    }

    /// The number of pixels close to a color in a part of the picture.
    func count(_ hex: UInt32, in image: RGBImage, _ rect: Rect? = nil) -> Int {
        let wanted = [Int(hex >> 16 & 255), Int(hex >> 8 & 255), Int(hex & 255)]
        let rect = rect ?? Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        var count = 0
        for y in Int(rect.y)..<Int(rect.y + rect.height) {
            for x in Int(rect.x)..<Int(rect.x + rect.width) {
                let index = 3 * (y * image.width + x)
                if (0..<3).allSatisfy({ abs(Int(image.pixels[index + $0]) - wanted[$0]) < 24 }) { count += 1 }
            }
        }
        return count
    }

    @Test func outlinesCodesInGreenAndLabelsThemInRed() async throws {
        let rack = try await rack(Reading.grid([(0, 0), (0, 1), (1, 0), (1, 1)]), on: gray)
        let drawn = RackAnnotator().annotate(rack, on: gray)
        #expect((drawn.width, drawn.height) == (700, 500))
        // Upper edge of the first symbol, and the label above it.
        #expect(count(0x1F9591, in: drawn, Rect(x: 140, y: 128, width: 20, height: 8)) > 30)
        #expect(count(0xA6213B, in: drawn, Rect(x: 100, y: 100, width: 100, height: 30)) > 30)
        #expect(count(0x1F9591, in: gray) == 0)
    }

    @Test func leavesTheRestOfThePhotoAlone() async throws {
        let rack = try await rack(Reading.grid([(0, 0), (0, 1), (1, 0), (1, 1)]), on: gray)
        let drawn = RackAnnotator().annotate(rack, on: gray)
        let changed = (0..<500).flatMap { y in (0..<700).map { (x: $0, y: y) } }.filter { place in
            drawn.pixels[3 * (place.y * 700 + place.x)] != 128
        }
        #expect(changed.allSatisfy { $0.x > 90 && $0.x < 310 && $0.y > 90 && $0.y < 290 })
    }

    @Test func marksEmptyUnreadAndUncodedCells() async throws {
        var rack = try await rack(Reading.grid([(0, 0), (0, 1), (1, 0), (1, 1)]), on: gray)
        func cell(_ row: Int, _ col: Int, _ status: Rack.Cell.Status) -> Rack.Cell {
            Rack.Cell(
                place: Rack.Place(row: row, col: col), status: status,
                center: Point(x: Double(col) * 100 + 150, y: Double(row) * 100 + 150))
        }
        rack.cells += [cell(0, 3, .empty), cell(1, 3, .unread), cell(2, 3, .uncoded)]
        let drawn = RackAnnotator().annotate(rack, on: gray)
        #expect(count(0xA6213B, in: drawn, Rect(x: 400, y: 100, width: 100, height: 99)) > 20)
        #expect(count(0xEA6D29, in: drawn, Rect(x: 400, y: 200, width: 100, height: 99)) > 100)
        #expect(count(0x775F9A, in: drawn, Rect(x: 400, y: 300, width: 100, height: 99)) > 100)
    }

    @Test func labelAtTheUpperEdgeGoesBelow() async throws {
        let top = Reading.at(150, 20, "TOP")
        let drawn = RackAnnotator().annotate(try await rack([top], on: gray), on: gray)
        #expect(count(0xA6213B, in: drawn, Rect(x: 80, y: 40, width: 140, height: 40)) > 20)
    }

    @Test func drawsCodesOutsideInBlue() async throws {
        let readings =
            Reading.grid([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]) + [.at(610, 440, "BOX", side: 70)]
        let rack = try await rack(readings, on: gray)
        #expect(rack.outside.count == 1)
        #expect(count(0x207DBB, in: RackAnnotator().annotate(rack, on: gray)) > 100)
    }

    @Test func growsWithTheCells() async throws {
        let small = Reading.grid([(0, 0), (0, 1), (1, 0), (1, 1)])
        let large = small.map { reading in
            Reading(
                message: reading.message, size: reading.size, corners: reading.corners.map { $0 * 4 },
                errorsCorrected: 0, erasures: 0, isInverted: false, isMirrored: false, isConfirmed: true)
        }
        let poster = RGBImage(width: 2800, height: 2000, red: 128, green: 128, blue: 128)
        let one = RackAnnotator().annotate(try await rack(small, on: gray), on: gray)
        let four = RackAnnotator().annotate(try await rack(large, on: poster), on: poster)
        let ratio = Double(count(0x1F9591, in: four)) / Double(count(0x1F9591, in: one))
        #expect((8...30).contains(ratio), "\(ratio)")
    }

    @Test func survivesEmptyAndTinyPictures() async throws {
        let dot = RGBImage(width: 1, height: 1, red: 0, green: 0, blue: 0)
        let rack = try await rack(Reading.grid([(0, 0), (0, 1), (1, 0)]), on: dot)
        #expect(RackAnnotator().annotate(rack, on: dot).width == 1)
        let nothing = try await self.rack([], on: gray, grid: .size(rows: 9, columns: 9))
        #expect(RackAnnotator().annotate(nothing, on: gray) == gray)
    }
}
