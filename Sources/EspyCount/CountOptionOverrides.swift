public import EspyBase
import EspyPixels

/// The options that a user chose for a photo, where they differ from the settings.
public struct CountOptionOverrides: Sendable, Equatable {
    /// As they were read.
    public let json: JSONValue
    /// Nil if not specified; nil inside for the pipeline's best value.
    private let confidence: Double??
    private let similarity: Double??
    private let pipeline: CountOptions.Pipeline?
    private let filtersSize: Bool?
    private let filtersAspect: Bool?
    private let border: CountOptions.BorderPolicy?
    private let like: Rect?
    private let alsoLike: [Rect]?
    private let unlike: [Rect]?
    private let region: [TypedPoint]?
    private let exclusions: [[TypedPoint]]?
    private let measuring: Measuring?
    private let constants: CountOptions.Constants?
    /// The named regions. Nil if not specified; an empty list means no regions.
    public let layout: RegionLayout?

    /// Sets the options that were chosen. Those that belong to one photo, such as examples, are unset without a choice.
    public func apply(to result: inout CountOptions) {
        result.confidence = confidence ?? result.confidence
        result.similarity = similarity ?? result.similarity
        result.pipeline = pipeline ?? result.pipeline
        result.filtersSize = filtersSize ?? result.filtersSize
        result.filtersAspect = filtersAspect ?? result.filtersAspect
        result.border = border ?? result.border
        result.like = like
        result.alsoLike = alsoLike ?? []
        result.unlike = unlike ?? []
        result.region = region?.map { $0.point }
        result.exclusions = exclusions?.map { $0.map { $0.point } } ?? []
        result.measuring = measuring
        result.constants = constants
    }
}

extension CountOptionOverrides: JSONConvertible {
    public init(json: JSONValue) throws(JSONError) {
        self.json = json
        confidence = try json.setting("confidence")
        similarity = try json.setting("similarity")
        pipeline = try json.optional("pipeline")
        filtersSize = try json.optional("filtersSize")
        filtersAspect = try json.optional("filtersAspect")
        border = try json.optional("border")
        like = try json.optional("like")
        alsoLike = try json.optional("alsoLike")
        unlike = try json.optional("unlike")
        region = try json.optional("region")
        exclusions = try json.optional("exclusions")
        measuring = try json.optional("measuring")
        constants = try json.optional("constants", as: ConstantOverrides.self)?.value
        let regions: [CountOptions.Region]? = try json.optional("regions")
        let grid: RegionLayout.Grid? = try json.optional("regionGrid")
        layout = regions == nil && grid == nil ? nil : RegionLayout(regions: regions ?? [], grid: grid)
    }
}

/// Constants of the reference pipeline that differ from those of its script, or of the document.
private struct ConstantOverrides: JSONConvertible {
    let value: CountOptions.Constants

    var json: JSONValue { value.json }

    init(json: JSONValue) throws(JSONError) {
        var value = try json.optional("strict") ?? false ? CountOptions.Constants.strict : .script
        // Null turns a filter off.
        value.size = try json.setting("size") ?? value.size
        value.aspect = try json.setting("aspect") ?? value.aspect
        value.area = try json.setting("area") ?? value.area
        value.smallestGroup = try json.optional("smallestGroup") ?? value.smallestGroup
        self.value = value
    }
}

extension JSONValue {
    /// A number that null unsets. Nil if it is missing.
    fileprivate func setting(_ key: String) throws(JSONError) -> Double?? {
        guard case .object(let fields) = self, fields[key] != nil else { return nil }
        return .some(try optional(key))
    }
}
