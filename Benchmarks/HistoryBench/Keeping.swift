import Espy
import Foundation

/// Measures the room that a hundred results take under each setting of kept photos.
struct Keeping {
    let path: String

    func run(photos: [String]) async throws {
        let images = try photos.map { try ImageDecoder().decode([UInt8](Data(contentsOf: URL(fileURLWithPath: $0)))) }
        let sizes = images.map { "\($0.width * $0.height / 1_000_000)" }.joined(separator: ", ")
        say("100 entries of \(images.count) photos in turn, of \(sizes) megapixels:")
        for (name, setting) in [("none", HistoryPhotos.none), ("small", .small(limit: .max))] {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
            let start = ContinuousClock.now
            try await fill(images, setting)
            let each = (ContinuousClock.now - start) / .milliseconds(100)
            let room = try await History(path: path).photoRoom()
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            say(
                "\(name): file \(Double(size / 10_000) / 100) MB, \(room.bytes / max(room.photos, 1) / 1_000) kB a photo, "
                    + "\(Int(each)) ms an entry")
        }
    }

    /// The file is complete afterward, because nothing has it open any more.
    private func fill(_ images: [RGBImage], _ setting: HistoryPhotos) async throws {
        let history = try History(path: path)
        for number in 0..<100 {
            let image = images[number % images.count]
            _ = try await history.add(
                Invented.count(detections: 100), CountOptions(), of: image, title: "\(number).jpg",
                at: 1_700_000_000 + number, photos: setting)
        }
    }
}
