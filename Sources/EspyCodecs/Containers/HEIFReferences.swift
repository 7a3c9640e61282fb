/// Which items of a HEIF file are made from which others.
///
/// libheif 1.15 follows these without end: a grid that names itself as one of its tiles starts threads until the process
/// dies, and grids of grids multiply. Such files are refused before libheif decodes them.
struct HEIFReferences {
    /// For each item, those that decoding it decodes too.
    private var needs: [Int: [Int]] = [:]
    /// Those that others are made of.
    private var parts: Set<Int> = []

    /// From the reference boxes (`meta` / `iref`, ISO/IEC 14496-12, 8.11.12) of a file.
    init(_ bytes: [UInt8]) {
        for meta in HEIFBoxes.children(of: ByteReader(bytes[...])) where meta.name == "meta" {
            for references in HEIFBoxes.children(of: ByteReader(meta.body.dropFirst(4))) where references.name == "iref"
            {
                let hasWideNumbers = references.body.first.map { $0 != 0 } ?? false
                for reference in HEIFBoxes.children(of: ByteReader(references.body.dropFirst(4))) {
                    add(reference.name, ByteReader(reference.body), width: hasWideNumbers ? 4 : 2)
                }
            }
        }
    }

    private mutating func add(_ kind: String, _ reader: ByteReader, width: Int) {
        func number(at offset: Int) -> Int? { width == 4 ? reader.u32(at: offset) : reader.u16(at: offset) }
        guard let from = number(at: 0), let count = reader.u16(at: width) else { return }
        for index in 0..<count {
            guard let to = number(at: width + 2 + index * width) else { return }
            switch kind {
            // A derived image needs its parts; a picture needs the alpha and depth planes that point to it.
            case "dimg":
                needs[from, default: []].append(to)
                parts.insert(to)
            case "auxl": needs[to, default: []].append(from)
            default: break
            }
        }
    }

    /// Whether another item is made of this one, as a grid is of its tiles.
    func isPart(_ item: Int) -> Bool { parts.contains(item) }

    /// Whether every item can be decoded in a reasonable number of steps.
    ///
    /// Real files nest an overlay or a grid once or twice, and have some hundred tiles.
    var isSound: Bool {
        var known: [Int: Int] = [:]
        return needs.keys.allSatisfy { (steps(of: $0, depth: 0, &known) ?? .max) <= Self.mostSteps }
    }

    private static let mostSteps = 65_536
    private static let mostLevels = 6

    /// Items to decode for one item, itself included; `nil` where that goes too deep, as in a circle.
    private func steps(of item: Int, depth: Int, _ known: inout [Int: Int]) -> Int? {
        if let count = known[item] { return count }
        guard depth < Self.mostLevels else { return nil }
        var count = 1
        for part in needs[item] ?? [] {
            guard let more = steps(of: part, depth: depth + 1, &known), count + more <= Self.mostSteps else {
                return nil
            }
            count += more
        }
        known[item] = count
        return count
    }
}
