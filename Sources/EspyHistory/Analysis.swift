public import EspyBase
public import EspyCount
public import EspyPixels
import EspyRack
import EspyShelf

/// The result of a verb for one photo: the one value that is shown, sent, written and stored.
///
/// A new verb needs a conformance and a case of ``HistoryEntry/Kind``.
public protocol Analysis: Codable, Sendable, Equatable {
    /// The options of the run.
    associatedtype Options: Codable, Sendable, Equatable
    /// The user's corrections.
    associatedtype Corrections: AnalysisCorrections
    /// Its JSON, the same in all interfaces of Espy.
    associatedtype Answer: Encodable, Sendable, Equatable

    static var kind: HistoryEntry.Kind { get }
    /// The rows of its table, as part of a file name: `vials`.
    static var parts: String { get }
    /// The longer side, in pixels, of the picture that is analyzed and drawn on; nil for the whole photo.
    static var longSide: Int? { get }

    /// Of the upright photo, in pixels.
    var width: Int { get }
    /// Of the upright photo, in pixels.
    var height: Int { get }
    /// Things counted, vials read, or spines outlined.
    var number: Int { get }
    /// The plausible range of ``number``; nil if unknown.
    var interval: Count.Range? { get }
    /// Its name for the things, in the number of ``number``: `tarts`; nil if it has none.
    var things: String? { get }
    /// The size of a rack; nil for all others, and where rows and columns are unknown or are none.
    var grid: (rows: Int, cols: Int)? { get }
    /// Whether anything was found: an empty result does not get its own entry.
    var isWorthKeeping: Bool { get }

    /// The result without the data stored beside its JSON as bytes, because there may be thousands of items.
    ///
    /// - Returns: nil when it cannot be stored.
    func slim() -> (result: Self, bytes: [UInt8]?)?
    /// Restores the result that ``slim()`` split.
    ///
    /// - Returns: nil for invalid bytes.
    func whole(_ bytes: [UInt8]?) -> Self?

    /// The part of the photo that the thumbnail shows, in pixels of the upright photo; nil for all of it.
    var subject: Rect? { get }
    /// The marks in the thumbnail: lines in pixels of the upright photo, the last one on top.
    var thumbnailMarks: [(corners: [Point], color: Color)] { get }
    /// - Returns: nil when the corrections do not fit.
    func corrected(by corrections: Corrections) -> Self?
    /// The changes that corrections make, in the order of its parts.
    func changes(from old: Corrections, to new: Corrections) -> [AuditEvent.Draft]

    /// - Parameter file: the user's name for the photo.
    func answer(file: String) -> Answer
    /// - Parameter raw: whether to keep texts that a spreadsheet would run as a formula unchanged.
    func csv(raw: Bool) -> String
    /// Draws marks for the result on a photo.
    ///
    /// - Parameters:
    ///   - image: the upright photo at any size.
    ///   - look: the style of the marks of a count.
    func annotated(
        on image: RGBImage, _ caption: CountAnnotator.Caption, look: CountAnnotator.Look
    ) -> RGBImage
    /// The contents of a report.
    var report: AnalysisReport { get }
    /// Its details for `espy history show`, as names and values.
    var details: [(String, String)] { get }
    /// The same for its options.
    static func details(of options: Options) -> [(String, String)]
    /// The report's description of corrections, which are not empty.
    static func words(for corrections: Corrections) -> String
}

extension Analysis {
    public static var longSide: Int? { nil }
    public var interval: Count.Range? { nil }
    public var things: String? { nil }
    public var grid: (rows: Int, cols: Int)? { nil }

    public func slim() -> (result: Self, bytes: [UInt8]?)? { (self, nil) }
    public func whole(_: [UInt8]?) -> Self? { self }
    public static func words(for _: Corrections) -> String { "yes" }
}

/// The user's corrections of a result.
public protocol AnalysisCorrections: Codable, Sendable, Equatable {
    /// None.
    init()
    var isEmpty: Bool { get }
}

/// The contents of a report on one result, for people.
public struct AnalysisReport: Sendable {
    /// The number, in large letters.
    public var headline: String
    /// Names and values.
    public var facts: [(String, String)]
    /// The parts of the result: regions, wells, books.
    public var table: CSVTable?

    public init(headline: String, facts: [(String, String)] = [], table: CSVTable? = nil) {
        (self.headline, self.facts, self.table) = (headline, facts, table)
    }
}

extension HistoryEntry.Kind {
    /// The result type of this verb: the only place that lists all verbs.
    public var analysis: any Analysis.Type {
        switch self {
        case .count: Count.self
        case .rack: Rack.self
        case .shelf: Shelf.self
        }
    }

    public var noCorrections: AnalysisValue { AnalysisValue(analysis.noCorrections) }
}

/// The result of any verb. Encodes as the result itself.
public struct AnyAnalysis: Encodable, Sendable, Equatable {
    public let value: any Analysis

    public init(_ value: any Analysis) { self.value = value }

    /// The result as that of one verb; nil for another verb.
    public func `as`<Result: Analysis>(_: Result.Type) -> Result? { value as? Result }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    public static func == (left: AnyAnalysis, right: AnyAnalysis) -> Bool { left.value.equals(right.value) }

    /// - Returns: nil when the corrections do not fit.
    public func corrected(by corrections: AnalysisValue) -> AnyAnalysis? {
        value.corrected(byAny: corrections).map(AnyAnalysis.init)
    }

    /// - Parameter file: the user's name for the photo.
    public func answer(file: String) -> AnalysisValue { AnalysisValue(value.answer(file: file)) }
}

extension Analysis {
    fileprivate static var noCorrections: Corrections { Corrections() }

    fileprivate func corrected(byAny corrections: AnalysisValue) -> Self? {
        corrections.as(Corrections.self).flatMap { corrected(by: $0) }
    }
}

/// Options, corrections or the answer of any verb. Encodes as the value itself.
public struct AnalysisValue: Encodable, Sendable, Equatable {
    private let value: any Encodable & Equatable & Sendable

    public init(_ value: some Encodable & Equatable & Sendable) { self.value = value }

    /// The value as that of one verb; nil for another verb.
    public func `as`<Value>(_: Value.Type) -> Value? { value as? Value }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    public static func == (left: AnalysisValue, right: AnalysisValue) -> Bool { left.value.equals(right.value) }
}

extension Equatable {
    fileprivate func equals(_ other: any Equatable) -> Bool { other as? Self == self }
}
