// Not in the browser: it has neither `Codable` nor archives.

import EspyBase
import EspyPixels
import Foundation

/// File formats in which other programs can read the counted things of one photo.
public enum MarkFormat: String, Sendable, CaseIterable {
    case coco, yolo, labelme, imagej

    /// Encodes a count.
    ///
    /// - Parameters:
    ///   - count: the result to write.
    ///   - file: name of the photo, as the program that reads this will find it.
    ///   - name: the label of the things.
    public func bytes(of count: Count, file: String, name: String) throws -> [UInt8] {
        switch self {
        case .coco:
            var dataset = CocoDataset()
            dataset.add(count, file: file, name: name)
            return try dataset.bytes()
        case .yolo: return Array(YoloLabels.text(of: count).utf8)
        case .labelme: return try jsonFile(LabelMeFile(count, file: file, name: name))
        case .imagej: return ImageJRegions.archive(of: count)
        }
    }

    /// The file extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .coco, .labelme: "json"
        case .yolo: "txt"
        case .imagej: "zip"
        }
    }
}

extension CocoDataset {
    /// The bytes of the file.
    public func bytes() throws -> [UInt8] { try jsonFile(self) }
}

/// Encodes a value; equal values give equal bytes.
private func jsonFile(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [0x0A]
}

/// A file in the format of Common Objects in Context, for detection: <https://cocodataset.org/#format-data>.
///
/// One file holds any number of photos. Boxes are `[left, top, width, height]` in pixels. Measured things also have
/// their outline, and the area is that of the outline; otherwise it is that of the box.
public struct CocoDataset: Codable, Sendable, Equatable {
    var images: [Image] = []
    var annotations: [Annotation] = []
    var categories: [Category] = []

    /// Without any photo.
    public init() {}

    struct Image: Codable, Sendable, Equatable {
        var id: Int
        var file: String
        var width: Int?
        var height: Int?

        private enum CodingKeys: String, CodingKey {
            case id, width, height
            case file = "file_name"
        }
    }

    struct Annotation: Codable, Sendable, Equatable {
        var id: Int?
        var image: Int
        var category: Int?
        var box: [Double]?
        var area: Double?
        /// Polygons, each `[x, y, x, y…]`. Not read: other programs put other things here.
        var outlines: [[Double]]?
        /// 1 for a crowd, which is not a thing.
        var isCrowd: Int?
        /// Confidence, 0…1, as in results.
        var score: Double?

        private enum CodingKeys: String, CodingKey {
            case id, area, score
            case image = "image_id"
            case category = "category_id"
            case box = "bbox"
            case isCrowd = "iscrowd"
            case outlines = "segmentation"
        }

        init(
            id: Int, image: Int, category: Int, box: [Double], area: Double, outlines: [[Double]]?, score: Double
        ) {
            (self.id, self.image, self.category, self.box) = (id, image, category, box)
            (self.area, self.outlines, isCrowd, self.score) = (area, outlines, 0, score)
        }

        init(from decoder: any Decoder) throws {
            let keys = try decoder.container(keyedBy: CodingKeys.self)
            id = try keys.decodeIfPresent(Int.self, forKey: .id)
            image = try keys.decode(Int.self, forKey: .image)
            category = try keys.decodeIfPresent(Int.self, forKey: .category)
            box = try keys.decodeIfPresent([Double].self, forKey: .box)
            area = try keys.decodeIfPresent(Double.self, forKey: .area)
            isCrowd = try keys.decodeIfPresent(Int.self, forKey: .isCrowd)
            score = try keys.decodeIfPresent(Double.self, forKey: .score)
        }
    }

    struct Category: Codable, Sendable, Equatable {
        var id: Int
        var name: String
    }
}

extension CocoDataset {
    /// Adds the counted things of a photo. Things, photos and names are numbered from 1.
    ///
    /// - Parameters:
    ///   - file: name of the photo, as the program that reads the file will find it.
    ///   - name: the label of the things.
    public mutating func add(_ count: Count, file: String, name: String) {
        let image = images.count + 1
        images.append(Image(id: image, file: file, width: count.width, height: count.height))
        let category = category(named: name)
        for thing in count.main {
            let box = thing.rect
            annotations.append(
                Annotation(
                    id: annotations.count + 1, image: image, category: category,
                    box: [box.x, box.y, box.width, box.height], area: thing.size?.area ?? box.area,
                    outlines: thing.size.map { [$0.outline.flatMap { [$0.x, $0.y] }] }, score: thing.confidence))
        }
    }

    private mutating func category(named name: String) -> Int {
        if let known = categories.first(where: { $0.name == name }) { return known.id }
        categories.append(Category(id: categories.count + 1, name: name))
        return categories.count
    }

    /// The marks, photo by photo. Crowds, boxes without area and things without a photo are left out.
    var photos: [MarkedPhoto] {
        let names = Dictionary(categories.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        var marks: [Int: [MarkedPhoto.Mark]] = [:]
        for thing in annotations where thing.isCrowd != 1 {
            guard let box = thing.box, box.count == 4,
                let mark = MarkedPhoto.Mark(
                    x: box[0], y: box[1], width: box[2], height: box[3], name: thing.category.flatMap { names[$0] })
            else { continue }
            marks[thing.image, default: []].append(mark)
        }
        return images.map { image in
            MarkedPhoto(
                file: image.file, size: PhotoSize(width: image.width, height: image.height),
                marks: marks[image.id] ?? [])
        }
    }
}
