/// What programs write about a photo: properties in RDF (ISO 16684-1), each with one value or several.
struct XMPProperties {
    /// By the address of the namespace and the name.
    private var values: [String: [String]] = [:]

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let mostBytes = 1 << 20
    private static let mostLevels = 32
    private static let mostValues = 4_096

    /// Short names for the namespaces that are asked for.
    private static let spaces = [
        "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/", "exif": "http://ns.adobe.com/exif/1.0/",
        "tiff": "http://ns.adobe.com/tiff/1.0/", "aux": "http://ns.adobe.com/exif/1.0/aux/",
        "exifEX": "http://cipa.jp/exif/1.0/", "lr": "http://ns.adobe.com/lightroom/1.0/",
        "digiKam": "http://www.digikam.org/ns/1.0/",
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
    }

    private struct State {
        var prefixes: [String: String] = [:]
        var open: [String] = []
        /// The one being read, and how many elements were open around it.
        var property: (name: String, level: Int)?
        var text = ""
        var count = 0

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
        state.open.append(name)
        state.text = ""
        guard name == Self.rdf + "Description", state.property == nil else { return }
        for attribute in attributes where !attribute.name.hasPrefix("xmlns") {
            add(attribute.value, to: state.full(attribute.name), &state)
        }
    }

    private mutating func end(_ state: inout State) {
        guard let name = state.open.popLast() else { return }
        if let property = state.property, name == Self.rdf + "li" || state.open.count == property.level {
            add(state.text, to: property.name, &state)
        }
        state.text = ""
        if let property = state.property, state.open.count <= property.level { state.property = nil }
    }

    private mutating func add(_ text: String, to name: String, _ state: inout State) {
        guard let line = MetadataText.cleaned(text) else { return }
        values[name, default: []].append(line)
        state.count += 1
    }

    /// - Parameter name: such as `dc:subject`, with the prefixes that are usual.
    func all(_ name: String) -> [String] {
        let parts = name.split(separator: ":")
        guard parts.count == 2, let space = Self.spaces[String(parts[0])] else { return [] }
        return values[space + parts[1]] ?? []
    }

    func first(_ name: String) -> String? { all(name).first }

    /// `2019-05-21T10:45:52+02:00`, as if the clock had shown UTC: what the clock of the camera showed.
    func seconds(_ name: String) -> Int? {
        guard let text = first(name) else { return nil }
        // The zone, if any, follows the clock and is left out.
        let parts = text.utf8.prefix(19).split { !(48...57).contains($0) }
            .map { $0.count <= 4 ? Int(String(decoding: $0, as: UTF8.self)) ?? -1 : -1 }
        guard parts.count >= 3 else { return nil }
        // A time has hours and minutes, or is none.
        let clock = parts.count >= 5 ? Array(parts[3...]) + [0] : [0, 0, 0]
        return CameraTime.seconds(parts[0], parts[1], parts[2], clock[0], clock[1], clock[2])
    }

    /// `51,30.5N` or `51,30,30N`: degrees, negative in the south and the west.
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
