import Espy
import EspyApp
import EspyPixels

/// Flags of counting that are also settings.
extension Flags {
    package static let pipeline = Flag("pipeline", .pipeline)
    package static let confidence = Flag("confidence", .confidence)
    package static let similarity = Flag("similarity", .similarity)
    package static let sizeFilter = Flag("size-filter", .sizeFilter)
    package static let aspectFilter = Flag("aspect-filter", .aspectFilter)
    package static let border = Flag("border", .border)

    /// In the order of the help.
    package static let countSettings = [pipeline, confidence, similarity, sizeFilter, aspectFilter, border]

    private static func threshold(_ range: ClosedRange<Double>) -> FlagValue {
        FlagValue("N", .number(range, or: "auto"))
    }
}

/// Flags of `espy count` for one photo, the models, or the output.
extension Flags {
    package static let recipe = Flag(
        "recipe", value: FlagValue("NAME", .text(expected: "the name of a recipe", hints: []) { !$0.isEmpty }),
        isRepeatable: true,
        help: """
            Count things that match this saved recipe; see espy recipe. With --like, that thing is one more example \
            and sets the size. Repeatable: each recipe is counted and listed.
            """)
    package static let like = Flag(
        "like", value: Shape.rectValue, isRepeatable: true,
        help: """
            Count everything that looks like the thing in this box: left, top, width and height in pixels of the \
            photo. Repeatable.
            """)
    package static let unlike = Flag(
        "unlike", value: Shape.rectValue, isRepeatable: true,
        help: "Exclude things that look like the thing in this box. Requires --like. Repeatable.")
    package static let region = Flag(
        "region", value: polygon,
        help: "Count only things whose center is inside this polygon: x and y of each corner in pixels of the photo.")
    package static let exclude = Flag(
        "exclude", value: polygon, isRepeatable: true,
        help: "Exclude things whose center is inside this polygon. Repeatable.")
    package static let reference = Flag("reference", help: "Same as --pipeline reference.")
    package static let sizeDeviations = deviations(
        "size-std", "Leave out boxes whose area is further from the median than this many standard deviations", 3)
    package static let aspectDeviations = deviations("aspect-std", "The same for width divided by height", 1)
    package static let areaDeviations = deviations(
        "area-std", "The same once more for the area of what the other filters kept", 2)
    package static let smallestGroup = Flag(
        "min-cluster", value: FlagValue("N", .integer(CountOptions.Constants.smallestGroups)),
        help: "Leave out groups of fewer things than this. Default: 1. Requires --pipeline reference.")
    package static let strict = Flag(
        "strict",
        help: """
            Use the values of the written specification, which leave out more: size 1, aspect 0.5 and area 1 standard \
            deviations, confidence 0.001, similarity 0.8. Flags override them. Requires --pipeline reference.
            """)

    /// Constants of the reference pipeline, in the order of the help.
    static let constants = [sizeDeviations, aspectDeviations, areaDeviations, smallestGroup, strict]

    private static func deviations(_ name: String, _ what: String, _ usual: Int) -> Flag {
        Flag(
            name, value: FlagValue("N", .number(CountOptions.Constants.limits, or: "none")),
            help: "\(what); none switches this filter off. Default: \(usual). Requires --pipeline reference.")
    }

    package static let detector = Flag("detector", .detector)
    package static let embedder = Flag("embedder", .embedder)
    package static let group = Flag(
        "group", value: FlagValue("ID", .integer(0...1_000_000)),
        help: "Count this group instead of the main one; -v and --json list the groups.")
    package static let merge = Flag(
        "merge",
        value: FlagValue(
            "ID,ID…",
            .text(
                expected: "two or more groups, such as 0,2", hints: [],
                check: { Shape.integers($0).map { Set($0).count > 1 } ?? false })),
        help: "Count these groups together.")
    package static let review = Flag(
        "review", help: "List uncertain things on standard error, the least certain first.")
    package static let countOutput = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: """
            Write the photo with a mark on each thing to FILE, as JPEG or PNG by its extension. Large photos are \
            written at about 2,000 to 4,000 pixels. A folder gets NAME.annotated.jpg for each input; several inputs \
            need a folder.
            """)
    package static let look = Flag(
        "marks", value: FlagValue("LOOK", .choice(CountAnnotator.Look.allCases.map(\.rawValue))),
        help: """
            What -o draws: numbers (the default), the confidence of each thing in percent, boxes alone, dots, or none. \
            Requires -o.
            """)
    package static let countCSV = csv(
        help: """
            Write a table with one line per thing to FILE: number,x,y,width,height,confidence,cluster,main,doubt. A \
            folder gets NAME.count.csv for each input; existing files in it are never replaced.
            """)

    /// The flags that are also settings.
    package static let modelSettings = [detector, embedder]

    private static let polygon = FlagValue(
        "X,Y,X,Y,X,Y…", .text(expected: Shape.polygonHint, hints: [], check: { Shape.polygon($0) != nil }))
}

/// Flags for measuring things.
extension Flags {
    package static let measure = Flag(
        "measure",
        help: """
            Outline each thing and report its length, width, diameter, area and mean color in tables and JSON, with a \
            summary on standard error. In pixels unless you give a scale.
            """)
    package static let scale = Flag(
        "scale",
        value: FlagValue(
            "Npx/UNIT",
            .text(
                expected: "pixels for one \(Length.units), such as 12.3px/mm", hints: [],
                check: { Length.scale($0) != nil })),
        help: "Scale of the photo in pixels per unit: um, mm, cm, m or in. Implies --measure.")
    package static let ruler = Flag(
        "ruler",
        value: FlagValue(
            "X,Y,X,Y=LENGTH",
            .text(
                expected: "two points in pixels and the distance between them, such as 80,900,1480,905=100mm",
                hints: [],
                check: { Length.ruler($0) != nil })),
        help: "Set the scale with a line of known length in the photo, such as part of a ruler. Implies --measure.")
    package static let referenceObject = Flag(
        "reference-object",
        value: FlagValue(
            "X,Y,W,H=LENGTH",
            .text(
                expected: "a box in pixels and the longest side of the object in it, such as 40,60,210,208=24.25mm",
                hints: [], check: { Length.reference($0) != nil })),
        help: """
            Set the scale with a box around a thing of known length, such as a coin; that thing is not counted. \
            Implies --measure.
            """)
    package static let minSize = limit("min-size", "Leave out things that are shorter than this")
    package static let maxSize = limit("max-size", "Leave out things that are longer than this")

    /// In the order of the help.
    static let measuring = [measure, scale, ruler, referenceObject, minSize, maxSize]

    private static func limit(_ name: String, _ what: String) -> Flag {
        Flag(
            name,
            value: FlagValue(
                "LENGTH",
                .text(expected: "a number and px, \(Length.units)", hints: [], check: { Length($0) != nil })),
            help: """
                \(what), measured along the longer side of the outline: 4mm, or 40px without a scale. Implies \
                --measure.
                """)
    }
}

/// A length with its unit, as typed: `4mm`, `0.5in`, `40px`.
private struct Length {
    let value: Double
    /// Nil for pixels.
    let unit: LengthScale.Unit?

    static let units = LengthScale.Unit.allCases.map(\.rawValue).joined(separator: ", ")

    /// Nil for invalid text, and for zero or less.
    init?(_ text: some StringProtocol) {
        let unit = text.drop { $0.isNumber || $0 == "." }
        guard let value = Double(text[..<unit.startIndex]), value.isFinite, value > 0 else { return nil }
        let known = LengthScale.Unit(rawValue: String(unit))
        guard known != nil || unit == "px" else { return nil }
        (self.value, self.unit) = (value, known)
    }

    /// `12.3px/mm`
    static func scale(_ text: String) -> LengthScale? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let pixels = Length(parts[0]), pixels.unit == nil,
            let unit = LengthScale.Unit(rawValue: String(parts[1]))
        else { return nil }
        return LengthScale(pixelsPerUnit: pixels.value, unit: unit)
    }

    /// `80,900,1480,905=100mm`
    static func ruler(_ text: String) -> LengthScale? {
        guard let (shape, length, unit) = known(text), let ends = Shape.segment(shape) else { return nil }
        return LengthScale(pixelsPerUnit: ends.from.distance(to: ends.to) / length, unit: unit)
    }

    /// `40,60,210,208=24.25mm`
    static func reference(_ text: String) -> Measuring.Reference? {
        guard let (shape, length, unit) = known(text), let box = Shape.rect(shape) else { return nil }
        return Measuring.Reference(box: box, length: length, unit: unit)
    }

    private static func known(_ text: String) -> (shape: String, length: Double, unit: LengthScale.Unit)? {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = Length(parts[1]), let unit = length.unit else { return nil }
        return (String(parts[0]), length.value, unit)
    }
}

extension Measuring {
    /// The measuring options from the flags; nil if there are none.
    ///
    /// - Parameter known: The scale if no flag sets one.
    init?(_ invocation: Invocation, command: String, known: LengthScale? = nil) throws(UsageError) {
        let given = Flags.measuring.filter { invocation.value($0) != nil || invocation.isOn($0) }
        guard !given.isEmpty else { return nil }
        let sources = [Flags.scale, Flags.ruler, Flags.referenceObject].filter { invocation.value($0) != nil }
        guard sources.count < 2 else {
            let names = sources.map { "--\($0.name)" }.joined(separator: " and ")
            throw UsageError("\(names) both set the scale; choose one", command: command)
        }
        self.init(
            scale: invocation.value(Flags.scale).flatMap(Length.scale)
                ?? invocation.value(Flags.ruler).flatMap(Length.ruler) ?? (sources.isEmpty ? known : nil),
            reference: invocation.value(Flags.referenceObject).flatMap(Length.reference))
        smallest = try limit(Flags.minSize, invocation, command)
        largest = try limit(Flags.maxSize, invocation, command)
        if let smallest, let largest, smallest > largest {
            throw UsageError("--min-size is above --max-size; change one", command: command)
        }
    }

    /// A size limit in the unit of the scale.
    private func limit(_ flag: Flag, _ invocation: Invocation, _ command: String) throws(UsageError) -> Double? {
        guard let length = invocation.value(flag).flatMap({ Length($0) }) else { return nil }
        switch (length.unit, unit) {
        case (nil, nil): return length.value
        case (let given?, let known?): return length.value * given.millimeters / known.millimeters
        case (_?, nil):
            throw UsageError(
                "--\(flag.name) needs a scale; add --scale, --ruler or --reference-object",
                command: command)
        case (nil, let known?):
            throw UsageError("--\(flag.name) is in pixels; give it in \(known.rawValue)", command: command)
        }
    }
}

extension CountOptions {
    /// Applies the flags for constants of the reference pipeline.
    ///
    /// - Parameter given: The options from flags and settings.
    mutating func takeConstants(_ invocation: Invocation, from given: CountOptions) throws(UsageError) {
        let named = Flags.constants.filter { invocation.value($0) != nil || invocation.isOn($0) }
        guard let first = named.first else { return }
        guard pipeline == .reference else {
            throw UsageError("--\(first.name) needs --pipeline reference", command: "count")
        }
        let isStrict = invocation.isOn(Flags.strict)
        var constants = isStrict ? Constants.strict : .script
        if isStrict {
            // Settings alone do not change a strict run; flags do.
            confidence = invocation.value(Flags.confidence) == nil ? nil : given.confidence
            similarity = invocation.value(Flags.similarity) == nil ? nil : given.similarity
            filtersSize = invocation.switches[Flags.sizeFilter.name] ?? true
            filtersAspect = invocation.switches[Flags.aspectFilter.name] ?? true
        }
        func take(_ flag: Flag, _ limit: inout Double?) {
            if let text = invocation.value(flag) { limit = Double(text) }
        }
        take(Flags.sizeDeviations, &constants.size)
        take(Flags.aspectDeviations, &constants.aspect)
        take(Flags.areaDeviations, &constants.area)
        constants.smallestGroup = invocation.value(Flags.smallestGroup).flatMap { Int($0) } ?? 1
        self.constants = constants
    }
}

extension Count.SizeSummary {
    /// `median length 21.3 mm (19.8 to 23), width …`
    func text(of count: Count) -> String {
        let parts = [("length", length), ("width", width), ("diameter", diameter)].map { "\($0) \($1.text(unit))" }
        let missing = measured < count.count ? "; \(count.count - measured) without an outline" : ""
        return "median \(parts.joined(separator: ", "))\(missing)"
    }
}
