import Espy
import Foundation

/// Prints the content of a gallery, in an order independent of when it was added.
struct GalleryListing {
    let path: String

    func run() async throws {
        let gallery = try Gallery(path: path)
        for line in try await gallery.lines() { say(line) }
        for problem in try await gallery.problems() { say("\(problem.path) problem \(problem.reason)") }
    }
}

extension Gallery {
    /// Returns one line per photo file.
    fileprivate func lines() async throws -> [String] {
        var lines: [String] = []
        for file in try filesWithPhotos() {
            guard let photo = try details(of: file.photo) else { continue }
            let thumbnail = try thumbnail(of: file.photo) ?? []
            let tags = photo.tags.map { "\($0.name)/\($0.category)/\($0.confidence)/\($0.source)" }.sorted()
            let colors = photo.colors.map { "\($0.name)/\($0.share)" }.sorted()
            lines.append(
                "\(file.path) \(photo.digest) \(photo.width)x\(photo.height) \(photo.taken ?? 0) \(photo.takenSource) "
                    + "\(photo.fingerprint.map { String($0, radix: 16) } ?? "-") \(tags) \(colors) "
                    + "\(photo.photo.placeholder.map(Int.init)) \(thumbnail.count) \(thumbnail.reduce(0) { $0 &* 31 &+ Int($1) })"
            )
        }
        return lines
    }
}
