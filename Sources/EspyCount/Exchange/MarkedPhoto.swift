public import EspyPixels

/// A photo and the things that a person, or another program, has marked in it.
public struct MarkedPhoto: Sendable, Equatable {
    /// Name of the picture's file without folders; nil where nothing says it.
    public var file: String?
    /// Pixels of the upright picture; nil where nothing says it.
    public var size: PhotoSize?
    public var marks: [Mark]

    public init(file: String? = nil, size: PhotoSize? = nil, marks: [Mark]) {
        (self.file, self.size, self.marks) = (file, size, marks)
    }

    /// One thing, in pixels of the upright picture.
    public struct Mark: Sendable, Equatable {
        /// Where it is: as large as it is drawn, or a point somewhere on it.
        public var place: Place
        /// What it is called.
        public var name: String?

        public init(_ place: Place, name: String? = nil) { (self.place, self.name) = (place, name) }
    }

    public enum Place: Sendable, Equatable {
        case box(Rect)
        case point(Point)
    }
}

extension MarkedPhoto {
    /// The marks in pixels of a picture that is larger or smaller than the one they were made in.
    ///
    /// - Returns: nil where the sides have another proportion: the photo was turned or cut since.
    public func marks(width: Int, height: Int) -> [Mark]? {
        guard let size, size != PhotoSize(width: width, height: height) else { return marks }
        guard size.width > 0, size.height > 0 else { return nil }
        let (across, down) = (Double(width) / Double(size.width), Double(height) / Double(size.height))
        guard abs(across / down - 1) < 0.01 else { return nil }
        return marks.map { $0.scaled(across, down) }
    }
}

/// Why marks could not be taken from a file.
public enum MarkFileError: Error, Sendable, Equatable {
    /// It is none of the kinds that are read.
    case unknownKind
    /// It is of a known kind, but broken.
    case broken(reason: String)
    /// It has more marks than any photo.
    case tooMany(limit: Int)
}

extension MarkedPhoto.Mark {
    /// - Returns: nil for what is no place: numbers that are none, or no area.
    init?(x: Double, y: Double, width: Double, height: Double, name: String? = nil) {
        guard [x, y, width, height].allSatisfy({ abs($0) < Self.farthest }), width > 0, height > 0 else { return nil }
        self.init(.box(Rect(x: x, y: y, width: width, height: height)), name: name)
    }

    /// - Returns: nil for numbers that are none.
    init?(x: Double, y: Double, name: String? = nil) {
        guard [x, y].allSatisfy({ abs($0) < Self.farthest }) else { return nil }
        self.init(.point(Point(x: x, y: y)), name: name)
    }

    /// The box around a shape.
    init?(around corners: [Point], name: String? = nil) {
        guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(), let top = corners.map(\.y).min(),
            let bottom = corners.map(\.y).max()
        else { return nil }
        self.init(x: left, y: top, width: right - left, height: bottom - top, name: name)
    }

    fileprivate func scaled(_ across: Double, _ down: Double) -> MarkedPhoto.Mark {
        switch place {
        case .box(let box):
            let scaled = Rect(
                x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down)
            return MarkedPhoto.Mark(.box(scaled), name: name)
        case .point(let point):
            return MarkedPhoto.Mark(.point(Point(x: point.x * across, y: point.y * down)), name: name)
        }
    }

    /// No picture is so large.
    private static let farthest = 1e7
}
