import Espy
import EspySamples
import Foundation

/// Makes a library of photos. Each photo is a rotated and recolored part of one of a few rendered scenes, with a date,
/// a
/// camera and often a place. The same count gives the same photos.
struct LibraryMaker {
    let folder: String

    private static let size = (width: 1024, height: 768)
    private static let scenes = 12

    func run(count: Int) async throws {
        let bases = try await withThrowingTaskGroup(of: (Int, RGBImage).self) { group in
            for index in 0..<min(Self.scenes, count) { group.addTask { (index, try Self.scene(index)) } }
            return try await group.reduce(into: [(Int, RGBImage)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        // In folders by month, as cameras and people organize them.
        for month in 0..<min(120, count) {
            try FileManager.default.createDirectory(atPath: place(month), withIntermediateDirectories: true)
        }
        let workers = ProcessInfo.processInfo.activeProcessorCount
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    for number in stride(from: worker, to: count, by: workers) { try write(number, bases) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func place(_ month: Int) -> String { "\(folder)/\(2014 + month / 12)/\(101 + month % 12)" }

    private static func scene(_ index: Int) throws -> RGBImage {
        let seed = UInt64(index)
        switch index % 3 {
        case 0: return TrayScene.random(seed: seed).rendered().image.fitted(longSide: 1600)
        case 1: return BookshelfScene.random(seed: seed).rendered().image.fitted(longSide: 1600)
        default: return try SampleScene.random(seed: seed, difficulty: .ordinary).rendered().fitted(longSide: 1600)
        }
    }

    private func write(_ number: Int, _ bases: [RGBImage]) throws {
        var random = SampleRandom(seed: UInt64(number) &+ 1_000)
        let base = bases[random.integer(in: 0...(bases.count - 1))]
        let share = random.number(in: 0.5...0.95)
        let (width, height) = (Double(base.width) * share, Double(base.height) * share)
        let part = Rect(
            x: random.unit() * (Double(base.width) - width), y: random.unit() * (Double(base.height) - height),
            width: width, height: height)
        var image = base.cropped(to: part).resized(width: Self.size.width, height: Self.size.height)
        recolor(&image, &random)
        let jpeg = try ImageEncoder.jpeg(image, quality: 85)
        let month = number % 120
        let block = PhotoBlock(number: number, month: month, random: &random)
        let name = "\(place(month))/IMG_\(String(10_000 + number).dropFirst()).jpg"
        try Data(jpeg[..<2] + block.segment + jpeg[2...]).write(to: URL(fileURLWithPath: name))
    }

    /// Changes the light and the color balance.
    private func recolor(_ image: inout RGBImage, _ random: inout SampleRandom) {
        let tables = (0..<3).map { _ in
            let (gain, lift) = (random.number(in: 0.6...1.2), random.number(in: 0...30))
            return (0..<256).map { UInt8(min(max(Double($0) * gain + lift, 0), 255)) }
        }
        image.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices { pixels[index] = tables[index % 3][Int(pixels[index])] }
        }
    }
}
