import EspySystem

/// A cascade of boosted trees over Haar-like features, in OpenCV's format, which decides whether a small square of a
/// picture looks like a face.
public struct FaceCascade: Sendable {
    /// Size of the squares that it judges, in pixels.
    let side: Int
    let stages: [Stage]
    let trees: [Tree]
    let nodes: [Node]
    let leaves: [Float]
    let features: [Feature]
    /// Identifies the file.
    let digest: String

    /// A stage that rejects a square whose sum is too low.
    struct Stage: Sendable {
        let trees: Range<Int>
        let threshold: Float
    }

    /// The first index of its nodes and of its leaves.
    struct Tree: Sendable {
        let node: Int
        let leaf: Int
    }

    /// The next node of the tree if positive, otherwise the index of its leaf: 0 for the first one, -1 for the next.
    struct Node: Sendable {
        let feature: Int
        let threshold: Float
        let left: Int
        let right: Int
    }

    /// A weighted sum of two or three rectangle sums.
    struct Feature: Sendable {
        var rectangles: [(x: Int, y: Int, width: Int, height: Int, weight: Float)] = []
    }

    /// Larger files are not read.
    public static let mostBytes = 8 << 20

    /// Reads an OpenCV file such as `haarcascade_frontalface_alt2.xml`.
    ///
    /// - Returns: nil if it is not such a cascade, or has tilted features.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes, let file = PlainXML(bytes), let cascade = file["cascade"] else {
            return nil
        }
        var reader = CascadeReader()
        guard reader.read(cascade) else { return nil }
        (side, stages, trees) = (reader.side, reader.stages, reader.trees)
        (nodes, leaves, features) = (reader.nodes, reader.leaves, reader.features)
        digest = String(SHA256.hex(of: bytes).prefix(12))
    }
}

/// Builds a cascade from an untrusted file: afterward, no index is out of bounds, and every walk ends.
private struct CascadeReader {
    var side = 0
    var stages: [FaceCascade.Stage] = []
    var trees: [FaceCascade.Tree] = []
    var nodes: [FaceCascade.Node] = []
    var leaves: [Float] = []
    var features: [FaceCascade.Feature] = []

    private static let sides = 8...64
    private static let most = (stages: 64, trees: 8_192, nodes: 32_768, features: 32_768)

    mutating func read(_ cascade: PlainXML) -> Bool {
        guard let width = Self.whole(cascade["width"]), let height = Self.whole(cascade["height"]), width == height,
            Self.sides.contains(width), cascade["featureType"]?.text.contains("HAAR") == true
        else { return false }
        side = width
        guard let list = cascade["features"]?.children, 1...Self.most.features ~= list.count else { return false }
        for entry in list {
            guard let feature = feature(entry) else { return false }
            features.append(feature)
        }
        guard let list = cascade["stages"]?.children, 1...Self.most.stages ~= list.count else { return false }
        return list.allSatisfy { readStage($0) }
    }

    private static func whole(_ element: PlainXML?) -> Int? {
        element?.numbers.flatMap { $0.count == 1 ? Int(exactly: $0[0]) : nil }
    }

    private func feature(_ entry: PlainXML) -> FaceCascade.Feature? {
        // Tilted features need different sums.
        if let tilted = entry["tilted"]?.numbers, tilted != [0] { return nil }
        guard let rectangles = entry["rects"]?.children, 2...3 ~= rectangles.count else { return nil }
        var feature = FaceCascade.Feature()
        for rectangle in rectangles {
            guard let numbers = rectangle.numbers, numbers.count == 5 else { return nil }
            let box = numbers.prefix(4).compactMap { Int(exactly: $0) }
            guard box.count == 4, box[0] >= 0, box[1] >= 0, box[2] > 0, box[3] > 0, box[2] <= side, box[3] <= side,
                box[0] + box[2] <= side, box[1] + box[3] <= side, abs(numbers[4]) <= 1_000
            else { return nil }
            feature.rectangles.append((box[0], box[1], box[2], box[3], Float(numbers[4])))
        }
        return feature
    }

    private mutating func readStage(_ stage: PlainXML) -> Bool {
        guard let threshold = stage["stageThreshold"]?.numbers, threshold.count == 1,
            let list = stage["weakClassifiers"]?.children, !list.isEmpty
        else { return false }
        let first = trees.count
        guard list.allSatisfy({ readTree($0) }), trees.count <= Self.most.trees else { return false }
        stages.append(.init(trees: first..<trees.count, threshold: Float(threshold[0])))
        return true
    }

    private mutating func readTree(_ tree: PlainXML) -> Bool {
        guard let numbers = tree["internalNodes"]?.numbers, let values = tree["leafValues"]?.numbers,
            numbers.count >= 4, numbers.count % 4 == 0, nodes.count + numbers.count / 4 <= Self.most.nodes,
            values.count == numbers.count / 4 + 1
        else { return false }
        trees.append(.init(node: nodes.count, leaf: leaves.count))
        leaves += values.map(Float.init)
        let count = numbers.count / 4
        for place in 0..<count {
            let parts = [numbers[4 * place], numbers[4 * place + 1], numbers[4 * place + 2]].compactMap {
                Int(exactly: $0)
            }
            // Nodes only lead to later ones, so no walk is endless.
            guard parts.count == 3, features.indices.contains(parts[2]),
                parts.prefix(2).allSatisfy({ $0 > 0 ? place + 1..<count ~= $0 : $0 > -values.count })
            else { return false }
            nodes.append(
                .init(
                    feature: parts[2], threshold: Float(numbers[4 * place + 3]), left: parts[0], right: parts[1]))
        }
        return true
    }
}

/// An XML element of a simple file: elements with text, without entities or anything else to look up.
private struct PlainXML {
    let name: String
    /// The text of this element, without that of its children.
    var text = ""
    var children: [PlainXML] = []

    /// The first child with this name.
    subscript(_ name: String) -> PlainXML? { children.first { $0.name == name } }

    /// The numbers in the text; nil if something is not a finite number.
    var numbers: [Double]? {
        var numbers: [Double] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let number = Double(word), number.isFinite else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// Maximum nesting depth, and maximum number of elements.
    private static let deepest = 24
    private static let most = 400_000

    /// Nil for anything that is not simple and complete.
    ///
    /// - Parameter bytes: comments, instructions, declarations and attributes are ignored.
    init?(_ bytes: [UInt8]) {
        var open: [PlainXML] = [PlainXML(name: "")]
        var (place, count) = (0, 0)
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else {
                let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                open[open.count - 1].text += String(decoding: bytes[place..<end], as: UTF8.self)
                place = end
                continue
            }
            guard let tag = Tag(bytes, from: place) else { return nil }
            place = tag.end
            switch tag.kind {
            case .other: break
            case .begin, .empty:
                count += 1
                guard count <= Self.most, open.count < Self.deepest else { return nil }
                let element = PlainXML(name: tag.name)
                if tag.kind == .begin { open.append(element) } else { open[open.count - 1].children.append(element) }
            case .end:
                guard open.count > 1, let done = open.popLast(), done.name == tag.name else { return nil }
                open[open.count - 1].children.append(done)
            }
        }
        guard open.count == 1, open[0].children.count == 1 else { return nil }
        self = open[0].children[0]
    }

    private init(name: String) { self.name = name }
}

/// The contents between `<` and `>`.
private struct Tag {
    enum Kind { case begin, end, empty, other }

    let kind: Kind
    let name: String
    /// The position after it.
    let end: Int

    init?(_ bytes: [UInt8], from start: Int) {
        let rest = bytes[start...]
        if rest.starts(with: "<!--".utf8) {
            guard let close = Self.place(of: Array("-->".utf8), in: bytes, from: start + 4) else { return nil }
            (kind, name, end) = (.other, "", close + 3)
            return
        }
        guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        end = close + 1
        var inside = bytes[(start + 1)..<close]
        switch inside.first {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): kind = .other
        case UInt8(ascii: "/"):
            kind = .end
            inside = inside.dropFirst()
        case nil: return nil
        default: kind = inside.last == UInt8(ascii: "/") ? .empty : .begin
        }
        let word = inside.prefix { ![UInt8(ascii: "/"), 9, 10, 13, 32].contains($0) }
        guard word.count <= 64 else { return nil }
        name = String(decoding: word, as: UTF8.self)
    }

    private static func place(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while place + mark.count <= bytes.count {
            if bytes[place..<(place + mark.count)].elementsEqual(mark) { return place }
            place += 1
        }
        return nil
    }
}
