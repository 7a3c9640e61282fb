/// A piece of XML as programs write it: elements with text, without anything that would have to be looked up.
struct PlainXML {
    let name: String
    /// Of this element alone, without that of the elements inside.
    var text = ""
    var children: [PlainXML] = []

    /// The first element of this name.
    subscript(_ name: String) -> PlainXML? { children.first { $0.name == name } }

    /// The numbers of the text; nil where something is none, or not finite.
    var numbers: [Double]? {
        var numbers: [Double] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let number = Double(word), number.isFinite else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// Elements inside each other, and all of them.
    private static let deepest = 24
    private static let most = 400_000

    /// Nil for anything that is not simple and whole.
    ///
    /// - Parameter bytes: comments, instructions and declarations are passed over, attributes too.
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

/// What stands between `<` and `>`.
private struct Tag {
    enum Kind { case begin, end, empty, other }

    let kind: Kind
    let name: String
    /// The place behind it.
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
