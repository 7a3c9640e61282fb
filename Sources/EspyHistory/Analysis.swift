public import EspyBase
public import EspyCount
public import EspyPixels
import EspyRack
import EspyShelf

/// What a verb finds in one photo: the one value that is shown, sent, written and kept.
///
/// A further verb needs a conformance and a case of ``HistoryEntry/Kind``.
public protocol Analysis: Codable, Sendable, Equatable {
    /// What was asked for.
    associatedtype Options: Codable, Sendable, Equatable
    /// What a person changes about it.
    associatedtype Corrections: AnalysisCorrections
    /// Its JSON as every face of Espy writes it.
    associatedtype Answer: Encodable, Sendable, Equatable

    static var kind: HistoryEntry.Kind { get }
    /// What its table lists, as part of the name of a file: `vials`.
    static var parts: String { get }
    /// The longer side, in pixels, of the picture that it is found in and drawn on; nil for the whole photo.
    static var longSide: Int? { get }

    /// Of the upright photo, in pixels.
    var width: Int { get }
    /// Of the upright photo, in pixels.
    var height: Int { get }
    /// Things counted, vials read, or spines outlined.
    var number: Int { get }
    /// What ``number`` may be as well; nil where that is not known.
    var interval: Count.Range? { get }
    /// Size of a box; nil for all else.
    var grid: (rows: Int, cols: Int)? { get }
    /// Whether anything was found: nothing is not worth an entry of its own.
    var isWorthKeeping: Bool { get }

    /// Without what is kept beside its JSON, as bytes, because there may be thousands of it.
    ///
    /// - Returns: nil when it cannot be kept.
    func slim() -> (result: Self, bytes: [UInt8]?)?
    /// The whole of what ``slim()`` gave.
    ///
    /// - Returns: nil when the bytes make no sense.
    func whole(_ bytes: [UInt8]?) -> Self?

    /// What its small picture shows, in pixels of the upright photo; nil for all of it.
    var subject: Rect? { get }
    /// What is marked in its small picture: lines in pixels of the upright photo, the last one on top.
    var thumbnailMarks: [(corners: [Point], color: Color)] { get }
    /// - Returns: nil when the corrections do not fit.
    func corrected(by corrections: Corrections) -> Self?
    /// What corrections change about it, in the order of its parts.
    func changes(from old: Corrections, to new: Corrections) -> [AuditEvent.Draft]

    /// - Parameter file: what the user calls the photo.
    func answer(file: String) -> Answer
    /// - Parameter raw: whether texts stay as they are that a spreadsheet would run as a formula.
    func csv(raw: Bool) -> String
    /// A photo with marks on what was found.
    ///
    /// - Parameters:
    ///   - image: the upright photo at any size.
    ///   - look: of the marks of a count.
    func annotated(
        on image: RGBImage, _ caption: CountAnnotator.Caption, look: CountAnnotator.Look
    ) -> RGBImage
    /// What a report tells of it.
    var report: AnalysisReport { get }
    /// What `espy history show` tells of it, as names and values.
    var details: [(String, String)] { get }
    /// The same of its options.
    static func details(of options: Options) -> [(String, String)]
    /// What a report tells of corrections, which are not empty.
    static func words(for corrections: Corrections) -> String
}

extension Analysis {
    public static var longSide: Int? { nil }
    public var interval: Count.Range? { nil }
    public var grid: (rows: Int, cols: Int)? { nil }

    public func slim() -> (result: Self, bytes: [UInt8]?)? { (self, nil) }
    public func whole(_: [UInt8]?) -> Self? { self }
    public static func words(for _: Corrections) -> String { "yes" }
}

/// What a person changes about a result.
public protocol AnalysisCorrections: Codable, Sendable, Equatable {
    /// None.
    init()
    var isEmpty: Bool { get }
}

/// What a report tells of one result, in the words of people.
public struct AnalysisReport: Sendable {
    /// The number, in large letters.
    public var headline: String
    /// Names and values.
    public var facts: [(String, String)]
    /// What was found in parts: regions, wells, books.
    public var table: CSVTable?

    public init(headline: String, facts: [(String, String)] = [], table: CSVTable? = nil) {
        (self.headline, self.facts, self.table) = (headline, facts, table)
    }
}

extension HistoryEntry.Kind {
    /// What the verb of this name finds: the only place that lists all verbs.
    public var analysis: any Analysis.Type {
        switch self {
        case .count: Count.self
        case .rack: Rack.self
        case .shelf: Shelf.self
        }
    }

    public var noCorrections: AnalysisValue { AnalysisValue(analysis.noCorrections) }
}

/// The result of whichever verb. Its JSON is that of the result.
public struct AnyAnalysis: Encodable, Sendable, Equatable {
    public let value: any Analysis

    public init(_ value: any Analysis) { self.value = value }

    /// The result of one verb; nil for that of another.
    public func `as`<Result: Analysis>(_: Result.Type) -> Result? { value as? Result }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    public static func == (left: AnyAnalysis, right: AnyAnalysis) -> Bool { left.value.equals(right.value) }

    /// - Returns: nil when the corrections do not fit.
    public func corrected(by corrections: AnalysisValue) -> AnyAnalysis? {
        value.corrected(byAny: corrections).map(AnyAnalysis.init)
    }

    /// - Parameter file: what the user calls the photo.
    public func answer(file: String) -> AnalysisValue { AnalysisValue(value.answer(file: file)) }
}

extension Analysis {
    fileprivate static var noCorrections: Corrections { Corrections() }

    fileprivate func corrected(byAny corrections: AnalysisValue) -> Self? {
        corrections.as(Corrections.self).flatMap { corrected(by: $0) }
    }
}

/// Options, corrections or the answer of whichever verb. Their JSON is as it is without this.
public struct AnalysisValue: Encodable, Sendable, Equatable {
    private let value: any Encodable & Equatable & Sendable

    public init(_ value: some Encodable & Equatable & Sendable) { self.value = value }

    /// Those of one verb; nil for those of another.
    public func `as`<Value>(_: Value.Type) -> Value? { value as? Value }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    public static func == (left: AnalysisValue, right: AnalysisValue) -> Bool { left.value.equals(right.value) }
}

extension Equatable {
    fileprivate func equals(_ other: any Equatable) -> Bool { other as? Self == self }
}
