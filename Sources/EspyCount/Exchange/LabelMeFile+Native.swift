// Not in the browser: it has no `Codable`.

import EspyPixels
public import Foundation

/// A file of the annotation tool LabelMe: JSON beside each photo.
public struct LabelMeFile: Codable, Sendable, Equatable {
    var shapes: [Shape]
    var file: String?
    var width: Int?
    var height: Int?

    struct Shape: Codable, Sendable, Equatable {
        var label: String
        var points: [[Double]]
        /// `rectangle`, `polygon`, `circle` (its center and a point on it), `point` and others.
        var kind: String
    }

    /// The counted things of a photo: outlines of those that were measured, boxes of the others.
    ///
    /// - Parameters:
    ///   - file: name of the photo, relative to the folder of this file.
    ///   - name: the label of the things.
    public init(_ count: Count, file: String, name: String) {
        shapes = count.main.map { thing in
            if let size = thing.size {
                return Shape(label: name, points: size.outline.map { [$0.x, $0.y] }, kind: "polygon")
            }
            let box = thing.rect
            return Shape(label: name, points: [[box.x, box.y], [box.maxX, box.maxY]], kind: "rectangle")
        }
        (self.file, width, height) = (file, count.width, count.height)
    }

    /// Polygons and rectangles as named regions; a duplicate name gets a number.
    var layout: RegionLayout {
        var seen: [String: Int] = [:]
        let regions = shapes.compactMap { shape -> CountOptions.Region? in
            guard let corners = shape.outline else { return nil }
            seen[shape.label, default: 0] += 1
            let number = seen[shape.label] ?? 1
            return CountOptions.Region(name: number == 1 ? shape.label : "\(shape.label) \(number)", corners: corners)
        }
        return RegionLayout(size: PhotoSize(width: width, height: height), regions: regions)
    }

    /// The marks. Shapes without area are left out, except points.
    var photo: MarkedPhoto {
        MarkedPhoto(file: file, size: PhotoSize(width: width, height: height), marks: shapes.compactMap(\.mark))
    }
}

extension LabelMeFile.Shape {
    /// Corners of a shape with an inside; nil for points and lines.
    fileprivate var outline: [Point]? {
        let corners = points.filter { $0.count == 2 }.map { Point(x: $0[0], y: $0[1]) }
        switch (kind, corners.count) {
        case ("rectangle", 2): return Rect(around: corners).map { Quad($0).corners }
        case ("polygon", 3...): return corners
        default: return nil
        }
    }

    fileprivate var mark: MarkedPhoto.Mark? {
        let corners = points.filter { $0.count == 2 }.map { Point(x: $0[0], y: $0[1]) }
        switch (kind, corners.count) {
        case ("point", 1): return MarkedPhoto.Mark(x: corners[0].x, y: corners[0].y, name: label)
        case ("circle", 2):
            let radius = corners[0].distance(to: corners[1])
            return MarkedPhoto.Mark(
                x: corners[0].x - radius, y: corners[0].y - radius, width: 2 * radius, height: 2 * radius, name: label)
        default: return MarkedPhoto.Mark(around: corners, name: label)
        }
    }
}

/// LabelMe requires keys that mean nothing here: they are written, and ignored when reading.
extension LabelMeFile {
    private enum Key: String, CodingKey {
        case version, flags, shapes, imagePath, imageData, imageHeight, imageWidth
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode("5.0.1", forKey: .version)
        try box.encode([String: Bool](), forKey: .flags)
        try box.encode(shapes, forKey: .shapes)
        try box.encode(file, forKey: .imagePath)
        // The photo itself is not included.
        try box.encodeNil(forKey: .imageData)
        try box.encode(height, forKey: .imageHeight)
        try box.encode(width, forKey: .imageWidth)
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        shapes = try box.decode([Shape].self, forKey: .shapes)
        file = try box.decodeIfPresent(String.self, forKey: .imagePath)
        height = try box.decodeIfPresent(Int.self, forKey: .imageHeight)
        width = try box.decodeIfPresent(Int.self, forKey: .imageWidth)
    }
}

extension LabelMeFile.Shape {
    private enum Key: String, CodingKey {
        case label, points, flags
        case group = "group_id"
        case kind = "shape_type"
    }

    init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        label = try box.decode(String.self, forKey: .label)
        points = try box.decode([[Double]].self, forKey: .points)
        kind = try box.decodeIfPresent(String.self, forKey: .kind) ?? "polygon"
    }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(label, forKey: .label)
        try box.encode(points, forKey: .points)
        try box.encode(kind, forKey: .kind)
        try box.encodeNil(forKey: .group)
        try box.encode([String: Bool](), forKey: .flags)
    }
}

extension RegionLayout {
    /// Reads a file of regions: this layout as JSON, or a LabelMe file, whose polygons and rectangles become regions.
    ///
    /// - Throws: `DecodingError` if it is neither.
    public init(reading data: Data) throws {
        let decoder = JSONDecoder()
        if let other = try? decoder.decode(LabelMeFile.self, from: data) {
            self = other.layout
        } else {
            self = try decoder.decode(RegionLayout.self, from: data)
        }
    }
}
