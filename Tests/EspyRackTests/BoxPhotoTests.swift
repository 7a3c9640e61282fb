import DataMatrix
import Espy
import EspyCodecs
import EspyPixels
import Foundation
import Testing

/// A real photo of a 9x9 box with 45 codes, one cap without a code, and two empty rows. It is not part of the
/// repository:
/// these tests are skipped without the folder `shared` beside the repository (or `ESPY_SHARED`).
@Suite(.enabled(if: BoxPhoto.isThere)) struct BoxPhotoTests {
    @Test(arguments: [RackGrid.size(rows: 9, columns: 9), .automatic])
    func everyCodeInItsCell(grid: RackGrid) async throws {
        let photo = try BoxPhoto()
        let source = FakeSource(readings: photo.readings)
        let rack = try await RackReader(options: RackOptions(grid: grid), source: source).read(photo.image)
        #expect(rack.origin == .box)
        #expect((rack.rows, rack.cols) == (9, 9))
        #expect(photo.codes.allSatisfy { rack.vial(row: $0.place.row, col: $0.place.col)?.value == $0.value })
        #expect(rack.cells.filter { $0.status == .uncoded }.map(\.name) == ["A2"])
        #expect(rack.count(.empty) == 35)
        #expect(rack.count(.unread) == 0)
        #expect(rack.warnings.isEmpty)
    }

    @Test func readsAllOfIt() async throws {
        let photo = try BoxPhoto()
        let options = RackOptions(grid: .size(rows: 9, columns: 9))
        let rack = try await RackReader(options: options).read(photo.image)
        #expect(Set(rack.vials.map(\.value)) == Set(photo.codes.map(\.value)))
        #expect(photo.codes.allSatisfy { rack.vial(row: $0.place.row, col: $0.place.col)?.value == $0.value })
        #expect(rack.cells.filter { $0.status == .uncoded }.map(\.name) == ["A2"])
        #expect(rack.isComplete)
    }

    @Test func stillKnowsTheCellsWhenManyCodesAreMissed() async throws {
        let photo = try BoxPhoto()
        for skip in 0..<5 {
            let some = photo.readings.indices.filter { $0 % 5 != skip }.map { photo.readings[$0] }
            let source = FakeSource(readings: some)
            let rack = try await RackReader(
                options: RackOptions(grid: .size(rows: 9, columns: 9)), source: source
            ).read(photo.image)
            let right = rack.vials.count { vial in
                photo.codes.contains { $0.value == vial.value && $0.place == vial.place }
            }
            // Either the box is found, or a warning says that it is not.
            #expect(right == some.count || rack.warnings.contains { $0.kind == .originUnknown })
            #expect(rack.count(.unread) >= 7)
            #expect(rack.count(.unread) <= 10, "\(rack.warnings)")
        }
    }
}

struct BoxPhoto {
    struct Code {
        var value: String
        var place: Rack.Place
        var reading: Reading
    }

    let image: RGBImage
    let codes: [Code]
    var readings: [Reading] { codes.map(\.reading) }

    private static let folder: URL = {
        let shared = ProcessInfo.processInfo.environment["ESPY_SHARED"].map { URL(fileURLWithPath: $0) }
        let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (shared ?? repository.deletingLastPathComponent().appendingPathComponent("shared"))
            .appendingPathComponent("data/rack")
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent("box.jpg").path) }

    init() throws {
        let photo = try Data(contentsOf: Self.folder.appendingPathComponent("box.jpg"))
        image = try ImageDecoder().decode([UInt8](photo))
        let table = try String(contentsOf: Self.folder.appendingPathComponent("box.truth.csv"), encoding: .utf8)
        codes = try table.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let numbers = try fields[5...15].map { try #require(Double($0)) }
            let corners = (0..<4).map { SIMD2(numbers[3 + 2 * $0], numbers[4 + 2 * $0]) }
            return Code(
                value: fields[0], place: Rack.Place(row: Int(numbers[0]) - 1, col: Int(numbers[1]) - 1),
                reading: Reading(
                    message: Message(bytes: Array(fields[0].utf8)), size: SymbolSize(rows: 12, columns: 12)!,
                    corners: corners, errorsCorrected: 0, erasures: 0, isInverted: false, isMirrored: false,
                    isConfirmed: true))
        }
    }
}
