import EspyPixels

/// The form of Common Objects in Context, for detection: <https://cocodataset.org/#format-data>.
///
/// One file for any number of photos. Boxes are `[left, top, width, height]` in pixels. Of measured things
/// there is the outline, too, and the area is what it encloses; else it is that of the box.
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
        /// Polygons, each `[x, y, x, y…]`. Not read: other programs write other things there.
        var outlines: [[Double]]?
        /// 1 for a crowd, which is no thing.
        var isCrowd: Int?
        /// How sure it is, 0…1, as results have it.
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
    ///   - file: name of the photo, as whoever reads the file shall find it.
    ///   - name: what the things are called.
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

    /// What is marked, photo by photo. Crowds, boxes without area and things of no photo are left out.
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
