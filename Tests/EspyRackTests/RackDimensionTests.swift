import Espy
import EspySamples
import Foundation
import Testing

/// Photos that are shrunk before they are read.
struct RackDimensionTests {
    private func sample() throws -> RGBImage {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Samples/rack/box-5x5-mixed.jpg")
        return try ImageDecoder().decode([UInt8](Data(contentsOf: file)))
    }

    /// Twice as large as the sample; shrunk to half, it is equivalent.
    private func doubled(_ image: RGBImage) -> RGBImage {
        image.resized(width: image.width * 2, height: image.height * 2)
    }

    @Test func positionsArePixelsOfTheWholePhoto() async throws {
        let image = try sample()
        let large = doubled(image)
        let plain = try await RackReader().read(image)
        let shrunk = try await RackReader(options: RackOptions(maxDimension: max(image.width, image.height))).read(
            large)
        #expect(shrunk.width == large.width)
        #expect(shrunk.height == large.height)
        #expect(Set(shrunk.vials.map(\.value)).intersection(plain.vials.map(\.value)).count >= 20)
        for vial in plain.vials {
            // A value may be in two cells.
            let same = shrunk.vials.filter { $0.value == vial.value }
            guard !same.isEmpty else { continue }
            #expect(same.contains { abs($0.code.x - 2 * vial.code.x) < 20 && abs($0.code.y - 2 * vial.code.y) < 20 })
        }
    }

    @Test func smallerPhotosStayAsTheyAre() async throws {
        let image = try sample()
        let options = RackOptions(maxDimension: max(image.width, image.height))
        #expect(try await RackReader(options: options).read(image) == RackReader().read(image))
    }

    @Test func toleranceIsInPixelsOfTheWholePhoto() async throws {
        let image = try sample()
        let side = max(image.width, image.height)
        let options = RackOptions(grid: .tolerance(120), maxDimension: side)
        let shrunk = try await RackReader(options: options).read(doubled(image))
        // A smaller tolerance makes more rows; a tolerance in pixels of the shrunk photo would be twice as wide.
        let wide = try await RackReader(options: RackOptions(grid: .tolerance(120))).read(image)
        let plain = try await RackReader(options: RackOptions(grid: .tolerance(60))).read(image)
        #expect(abs(shrunk.rows - plain.rows) <= 1)
        #expect(shrunk.rows >= wide.rows)
    }

    @Test func optionsWithoutItAreReadAsBefore() throws {
        let old = try JSONDecoder().decode(RackOptions.self, from: Data(#"{"grid":"auto","looksTwice":true}"#.utf8))
        #expect(old == RackOptions())
        #expect(!String(decoding: try JSONEncoder().encode(old), as: UTF8.self).contains("maxDimension"))
    }
}
