import EspyPixels

/// Metadata that programs write about a photo: properties in RDF (ISO 16684-1), each with one value or several.
struct XMPProperties {
    /// Keys combine the namespace's address and the name.
    private var values: [String: [String]] = [:]
    /// The values nested within properties, with the same keys.
    private var inner: [String: [String]] = [:]
    /// The faces marked in it, in the stored pixels; at most ``mostRegions`` in each of both formats.
    private var marked: (standard: [FaceRegion], microsoft: [FaceRegion]) = ([], [])

    /// Whether it is RDF, and complete.
    private(set) var isWhole = false

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let mostBytes = 1 << 20
    private static let mostLevels = 32
    private static let mostValues = 4_096
    private static let mostRegions = 256

    /// Short names for the namespaces that are used.
    private static let spaces = [
        "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/", "exif": "http://ns.adobe.com/exif/1.0/",
        "tiff": "http://ns.adobe.com/tiff/1.0/", "aux": "http://ns.adobe.com/exif/1.0/aux/",
        "exifEX": "http://cipa.jp/exif/1.0/", "lr": "http://ns.adobe.com/lightroom/1.0/",
        "digiKam": "http://www.digikam.org/ns/1.0/",
        "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
        "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
        "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
        "MPReg": "http://ns.microsoft.com/photo/1.2/t/Region#",
        "MPRI": "http://ns.microsoft.com/photo/1.2/t/RegionInfo#", "stArea": "http://ns.adobe.com/xmp/sType/Area#",
        "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/", "acdsee": "http://ns.acdsee.com/iptc/1.0/",
    ]

    init(_ bytes: ArraySlice<UInt8>) {
        var scanner = XMPScanner(Array(bytes.prefix(Self.mostBytes)))
        var state = State()
        while let token = scanner.next() {
            switch token {
            case .begin(let name, let attributes, let isEmpty):
                for attribute in attributes where attribute.name.hasPrefix("xmlns:") {
                    state.prefixes[String(attribute.name.dropFirst(6))] = attribute.value
                }
                guard state.open.count < Self.mostLevels else { return }
                begin(state.full(name), attributes, &state)
                if isEmpty { end(&state) }
            case .text(let text): state.text += text
            case .end: end(&state)
            }
            guard state.count < Self.mostValues, state.text.utf8.count < Self.mostBytes else { return }
        }
        isWhole = state.isRDF && state.open.isEmpty
    }

    private struct State {
        var prefixes: [String: String] = [:]
        var open: [String] = []
        /// The current property, and the number of elements open around it.
        var property: (name: String, level: Int)?
        var text = ""
        var count = 0
        var isRDF = false
        /// The properties of the current region by full name, and the number of elements open around it.
        var region: (properties: [String: String], level: Int)?

        func full(_ name: String) -> String {
            guard let colon = name.firstIndex(of: ":") else { return name }
            return (prefixes[String(name[..<colon])] ?? "") + name[name.index(after: colon)...]
        }
    }

    private mutating func begin(
        _ name: String, _ attributes: [(name: String, value: String)], _ state: inout State
    ) {
        if state.property == nil, state.open.last == Self.rdf + "Description" {
            state.property = (name, state.open.count)
        }
        if state.region == nil, name == Self.rdf + "li", state.open.contains(where: Self.regionLists.contains) {
            state.region = ([:], state.open.count)
        }
        state.open.append(name)
        state.text = ""
        if name == Self.rdf + "RDF" { state.isRDF = true }
        guard name == Self.rdf + "Description" || state.property != nil else { return }
        for attribute in attributes where !attribute.name.hasPrefix("xmlns") && !attribute.name.hasPrefix("xml:") {
            add(attribute.value, to: state.full(attribute.name), isInner: state.property != nil, &state)
        }
    }

    private mutating func end(_ state: inout State) {
        guard let name = state.open.popLast() else { return }
        if let property = state.property {
            // Items of a list belong to the list's property.
            let owner = ([name] + state.open.reversed()).first { !$0.hasPrefix(Self.rdf) } ?? property.name
            add(state.text, to: owner, isInner: owner != property.name, &state)
        }
        state.text = ""
        if let property = state.property, state.open.count <= property.level { state.property = nil }
        if let region = state.region, state.open.count <= region.level { keep(region.properties, &state) }
    }

    private static let regionLists = Set(["mwg-rs:RegionList", "MPRI:Regions"].compactMap(full))
    private static let regionProperties = [
        "mwg-rs:Name", "mwg-rs:Type", "stArea:x", "stArea:y", "stArea:w", "stArea:h", "stArea:unit",
        "MPReg:PersonDisplayName", "MPReg:Rectangle",
    ]

    private mutating func keep(_ properties: [String: String], _ state: inout State) {
        state.region = nil
        var named: [String: String] = [:]
        for name in Self.regionProperties { named[name] = Self.full(name).flatMap { properties[$0] } }
        guard let region = FaceRegion(named) else { return }
        if named["MPReg:Rectangle"] != nil {
            if marked.microsoft.count < Self.mostRegions { marked.microsoft.append(region) }
        } else if marked.standard.count < Self.mostRegions {
            marked.standard.append(region)
        }
    }

    /// The faces that are marked and named in the upright photo. Programs write the same ones in both formats.
    ///
    /// - Parameter orientation: of the photo. Nil: as the metadata states.
    func faces(_ orientation: Orientation?) -> [FaceRegion] {
        let stated = first("tiff:Orientation").flatMap { Int($0) }.flatMap { Orientation(rawValue: $0) }
        let known = Set(marked.standard.map { $0.name.lowercased() })
        let all = marked.standard + marked.microsoft.filter { !known.contains($0.name.lowercased()) }
        return all.compactMap { $0.upright(orientation ?? stated ?? .identity) }
    }

    private mutating func add(_ text: String, to name: String, isInner: Bool, _ state: inout State) {
        guard let line = MetadataText.cleaned(text) else { return }
        state.region?.properties[name] = line
        if isInner { inner[name, default: []].append(line) } else { values[name, default: []].append(line) }
        state.count += 1
    }

    /// - Parameter name: such as `dc:subject`, with the usual prefixes.
    func all(_ name: String) -> [String] { Self.full(name).flatMap { values[$0] } ?? [] }

    /// Returns the values nested within properties, such as the names of the faces in a list of regions.
    func allInside(_ name: String) -> [String] { Self.full(name).flatMap { inner[$0] } ?? [] }

    private static func full(_ name: String) -> String? {
        let parts = name.split(separator: ":")
        guard parts.count == 2 else { return nil }
        return spaces[String(parts[0])].map { $0 + parts[1] }
    }

    func first(_ name: String) -> String? { all(name).first }

    func time(_ name: String) -> PhotoTime? { first(name).flatMap { DateText.time($0) } }

    /// `51,30.5N` or `51,30,30N` as degrees, negative to the south and west.
    func degrees(_ name: String, most: Double) -> Double? {
        guard let text = first(name)?.uppercased(), let letter = text.last, "NSEW".contains(letter) else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) ?? -1 }
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 }), parts.dropFirst().allSatisfy({ $0 <= 60 })
        else { return nil }
        let sum = zip(parts, [1.0, 60, 3_600]).reduce(0) { $0 + $1.0 / $1.1 }
        guard sum <= most else { return nil }
        return "SW".contains(letter) ? -sum : sum
    }
}

/// Splits XML into the parts that XMP uses: tags, attributes and text. Comments, instructions and document types are
/// skipped, and their definitions are never inserted.
private struct XMPScanner {
    enum Token {
        /// Names are unchanged, with their prefix.
        case begin(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
        case end
        case text(String)
    }

    private let bytes: [UInt8]
    private var place = 0

    private static let mostAttributes = 256

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Returns: `nil` at the end, or where it is no longer XML.
    mutating func next() -> Token? {
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else { return text() }
            if skip("<!--", to: "-->") || skip("<?", to: "?>") { continue }
            if starts(with: "<![CDATA[") { return data() }
            if skip("<!", to: ">") { continue }
            if starts(with: "</") {
                guard skip("</", to: ">") else { return nil }
                return .end
            }
            return tag()
        }
        return nil
    }

    private mutating func text() -> Token {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        return .text(Self.decoded(bytes[start..<place]))
    }

    private mutating func data() -> Token? {
        let start = place + 9
        guard skip("<![CDATA[", to: "]]>") else { return nil }
        return .text(String(decoding: bytes[start..<max(start, place - 3)], as: UTF8.self))
    }

    private mutating func tag() -> Token? {
        place += 1
        guard let name = name() else { return nil }
        var attributes: [(name: String, value: String)] = []
        while true {
            passBlanks()
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: ">"):
                place += 1
                return .begin(name: name, attributes: attributes, isEmpty: false)
            case UInt8(ascii: "/"):
                guard starts(with: "/>") else { return nil }
                place += 2
                return .begin(name: name, attributes: attributes, isEmpty: true)
            default:
                guard attributes.count < Self.mostAttributes, let attribute = attribute() else { return nil }
                attributes.append(attribute)
            }
        }
    }

    private mutating func attribute() -> (name: String, value: String)? {
        guard let name = name() else { return nil }
        passBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
        place += 1
        passBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"),
            let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
        else { return nil }
        defer { place = end + 1 }
        return (name, Self.decoded(bytes[(place + 1)..<end]))
    }

    private mutating func name() -> String? {
        let start = place
        while place < bytes.count, !" \t\r\n=/><\"'".utf8.contains(bytes[place]) { place += 1 }
        return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
    }

    private mutating func passBlanks() {
        while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
    }

    private func starts(with text: String) -> Bool {
        place + text.utf8.count <= bytes.count && bytes[place...].starts(with: text.utf8)
    }

    /// Skips past `end` if `start` is here; without an end, everything is skipped.
    private mutating func skip(_ start: String, to end: String) -> Bool {
        guard starts(with: start) else { return false }
        let mark = Array(end.utf8)
        place += start.utf8.count
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
                place += mark.count
                return true
            }
            place += 1
        }
        place = bytes.count
        return true
    }

    /// Replaces references by their characters: the five of XML, and those by number.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.first {
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "&"), let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
            else {
                text.append(byte)
                continue
            }
            text += Array(String(character).utf8)
            rest = rest[(end + 1)...]
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHexadecimal = name.hasPrefix("#x")
            return UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
                .flatMap(Unicode.Scalar.init)
        }
    }
}
