public import EspyPixels
import Foundation

/// The truth of a bookshelf photo, in pixels.
public struct BookshelfTruth: Sendable, Equatable, Codable {
    public struct Spine: Sendable, Equatable, Codable {
        /// Top left, top right, bottom right, bottom left in the picture.
        public var quad: Quad
        /// The number of its board, from 0 at the top.
        public var row: Int
        public var isLying: Bool
        /// Whether it reaches the border of the picture.
        public var isCut: Bool
        /// The printed lines. A line that is too long for its place ends there in an ellipsis.
        public var text: [String]
    }

    public var seed: UInt64
    public var width: Int
    public var height: Int
    /// Row by row, each from left to right, without those outside the picture.
    public var spines: [Spine]

    init(_ scene: BookshelfScene, _ projection: Projection) {
        (seed, width, height) = (scene.seed, scene.width, scene.height)
        let frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        spines = scene.books.compactMap { book in
            let corners = BookPose(book).corners(isLying: book.isLying).map { corner in
                let pixel = projection.pixel(corner)
                return Point(x: (pixel.x * 10).rounded() / 10, y: (pixel.y * 10).rounded() / 10)
            }
            let quad = Quad(
                topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
            guard quad.bounds.intersection(frame) != nil else { return nil }
            let isCut = corners.contains { !frame.contains($0) }
            return Spine(
                quad: quad, row: book.row, isLying: book.isLying, isCut: isCut, text: book.cover.lines.map(\.text))
        }
        .sorted { ($0.row, $0.quad.center.x) < ($1.row, $1.quad.center.x) }
    }

    /// JSON with one spine per line and its quad as four pairs, so that people can read it and compare versions.
    public func json() -> String {
        let lines = spines.map { spine in
            let corners = spine.quad.corners.map { "[\($0.x), \($0.y)]" }.joined(separator: ", ")
            let text = spine.text.map { "\"\($0)\"" }.joined(separator: ", ")
            let place = """
                "row": \(spine.row), "lying": \(spine.isLying), "cut": \(spine.isCut), "quad": [\(corners)]
                """
            return "{\(place), \"text\": [\(text)]}"
        }
        return """
            {
            "seed": \(seed), "width": \(width), "height": \(height), "count": \(spines.count),
            "spines": [
            \(lines.joined(separator: ",\n"))
            ]
            }

            """
    }
}
