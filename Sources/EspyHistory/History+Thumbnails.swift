import EspyCodecs
import EspyCount
public import EspyPixels
import EspyStore

extension History {
    /// The thumbnail of an entry as JPEG. It shows the result with all corrections if the photo is stored, and otherwise
    /// the original result.
    ///
    /// - Parameter id: the full ID.
    public nonisolated func thumbnail(_ id: String) async throws(HistoryError) -> [UInt8] {
        guard let kept = try await thumbnails("id = ? AND deleted IS NULL", [.text(id)]).first else {
            throw .notFound(id)
        }
        return await current(kept)
    }

    /// The thumbnails of several entries, by ID.
    public nonisolated func thumbnails(of entries: [HistoryEntry]) async throws(HistoryError) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for kept in try await thumbnails("entry.position = ?", entries.map { .integer($0.position) }) {
            found[kept.entry] = await current(kept)
        }
        return found
    }

    /// The stored thumbnails, for each value of one parameter.
    private func thumbnails(_ clause: String, _ values: [Parameter]) throws(HistoryError) -> [KeptThumbnail] {
        try use { (database) throws(StoreError) in
            var found: [KeptThumbnail] = []
            for value in values {
                found += try database.query(
                    """
                    SELECT id, jpeg, entry.version, thumbnail.version < entry.version
                    FROM thumbnail JOIN entry USING (position) WHERE \(clause)
                    """, [value]
                ) { (row) throws(StoreError) in
                    KeptThumbnail(
                        entry: try row.text(0), jpeg: try row.bytes(1), version: try row.integer(2),
                        isOutdated: try row.integer(3) != 0)
                }
            }
            return found
        }
    }

    /// Draws the thumbnail again if corrections have changed the result. Drawing decodes the photo, and does not block
    /// other work with the history.
    private nonisolated func current(_ kept: KeptThumbnail) async -> [UInt8] {
        guard kept.isOutdated, let (photo, result) = try? await drawable(kept.entry),
            let image = try? ImageDecoder().decode(photo.jpeg),
            let drawn = try? HistoryThumbnail.jpeg(image, of: result.value)
        else { return kept.jpeg }
        // If it cannot be stored, such as on a full disk, it is drawn again next time.
        try? await keep(drawn, for: kept)
        return drawn
    }

    /// The photo and the result to draw; nil if no photo is stored.
    ///
    /// They are read after the version: if another process changes the result in between, it is drawn once more.
    private func drawable(_ id: String) throws(HistoryError) -> (HistoryPhoto, AnyAnalysis)? {
        guard let photo = try photo(id) else { return nil }
        return (photo, try corrected(try entry(exactly: id)))
    }

    private func keep(_ jpeg: [UInt8], for old: KeptThumbnail) throws(HistoryError) {
        _ = try use { (database) throws(StoreError) in
            try database.execute(
                """
                UPDATE thumbnail SET jpeg = ?1, version = ?2
                WHERE position = (SELECT position FROM entry WHERE id = ?3) AND version < ?2
                """, [.bytes(jpeg), .integer(old.version), .text(old.entry)])
        }
    }
}

/// A stored thumbnail.
private struct KeptThumbnail {
    let entry: String
    let jpeg: [UInt8]
    /// The present version of the result.
    let version: Int
    let isOutdated: Bool
}

/// The thumbnail of an entry.
public enum HistoryThumbnail {
    /// Width and height in pixels.
    public static let side = 200
    /// Thickness of the lines around the result, in pixels: lists show the picture at a third of its size.
    private static let lines = 1.0...4.0
    /// JPEG quality.
    static let quality = 80
    /// The gray value outside the photo.
    private static let ground: UInt8 = 128
    /// The margin on each side, as a share of the longer side.
    private static let margin = 0.08

    /// A square around `rect` with a small margin, at ``side`` pixels. Nothing is stretched; the square is gray beyond
    /// the photo.
    ///
    /// - Parameters:
    ///   - rect: in pixels of the upright picture; nil, or one outside the picture, means all of it.
    ///   - marks: closed lines in pixels of the picture, drawn before it is reduced.
    public static func crop(
        _ image: RGBImage, around rect: Rect?, marks: [(corners: [Point], color: Color)] = []
    ) -> RGBImage {
        let square = square(around: rect, in: image)
        var result = RGBImage(width: side, height: side, red: ground, green: ground, blue: ground)
        let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        guard let visible = square.intersection(whole) else { return result }
        let scale = Double(side) / square.width
        // When the picture is enlarged, lines are drawn afterward, so that they stay thin.
        let part = scale > 1 ? image.cropped(to: visible) : drawn(marks, on: image.cropped(to: visible), visible, scale)
        let left = pixel((visible.x - square.x) * scale)
        let top = pixel((visible.y - square.y) * scale)
        let right = max(left + 1, pixel((visible.maxX - square.x) * scale))
        let bottom = max(top + 1, pixel((visible.maxY - square.y) * scale))
        guard left < side, top < side else { return result }
        let small = part.resized(width: right - left, height: bottom - top)
        paste(scale > 1 ? drawn(marks, on: small, visible, scale) : small, at: (left, top), into: &result)
        return result
    }

    /// The thumbnail of a result as JPEG, about 10 kB.
    ///
    /// - Parameter image: the photo, at any size.
    static func jpeg(_ image: RGBImage, of result: some Analysis) throws(ImageError) -> [UInt8] {
        let scale = (Double(image.width) / Double(result.width), Double(image.height) / Double(result.height))
        let marks = result.thumbnailMarks.map { mark in
            (corners: mark.corners.map { $0.scaled(x: scale.0, y: scale.1) }, color: mark.color)
        }
        let subject = result.subject?.scaled(x: scale.0, y: scale.1)
        return try ImageEncoder.jpeg(crop(image, around: subject, marks: marks), quality: quality)
    }

    /// - Parameters:
    ///   - part: the visible part of the picture, at its own size or at that of the small picture.
    ///   - scale: of the small picture.
    private static func drawn(
        _ marks: [(corners: [Point], color: Color)], on part: RGBImage, _ visible: Rect, _ scale: Double
    ) -> RGBImage {
        guard !marks.isEmpty else { return part }
        let (x, y) = (Double(part.width) / visible.width, Double(part.height) / visible.height)
        var canvas = Canvas(part)
        for mark in marks {
            guard let bounds = Rect(around: mark.corners), visible.intersection(bounds) != nil else { continue }
            let corners = mark.corners.map { Point(x: ($0.x - visible.x) * x, y: ($0.y - visible.y) * y) }
            // Of small things a line leaves something to see.
            let share = 0.3 * min(bounds.width, bounds.height) * scale
            let line = min(max(share, lines.lowerBound), lines.upperBound) * max(x / scale, 1)
            canvas.outline(corners, closed: true, Stroke(color: mark.color, thickness: line, rim: nil))
        }
        return canvas.image
    }

    private static func square(around rect: Rect?, in image: RGBImage) -> Rect {
        let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        guard let rect, rect.width > 0, rect.height > 0, let visible = rect.intersection(whole), visible.area > 0 else {
            let size = max(whole.width, whole.height, 1)
            return Rect(x: (whole.width - size) / 2, y: (whole.height - size) / 2, width: size, height: size)
        }
        let size = max(visible.width, visible.height) * (1 + 2 * margin)
        return Rect(x: visible.center.x - size / 2, y: visible.center.y - size / 2, width: size, height: size)
    }

    private static func pixel(_ position: Double) -> Int { min(max(Int(position.rounded()), 0), side) }

    private static func paste(_ part: RGBImage, at corner: (x: Int, y: Int), into image: inout RGBImage) {
        for row in 0..<min(part.height, side - corner.y) {
            let count = min(part.width, side - corner.x) * 3
            let source = row * part.width * 3
            let target = ((corner.y + row) * side + corner.x) * 3
            image.pixels.replaceSubrange(target..<(target + count), with: part.pixels[source..<(source + count)])
        }
    }
}
