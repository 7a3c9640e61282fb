package import Espy

/// What is to be counted.
struct CountRequest: Decodable, Equatable {
    let photo: String
    let options: Wishes?
    /// Groups to count in place of the main one.
    let groups: [Int]?
    /// An entry of the history that the new one takes the place of.
    let replaces: String?
    let keep: Bool?

    /// What differs from the settings.
    struct Wishes: Decodable, Equatable {
        /// Nil where nothing is said; with nil inside, what the pipeline finds best.
        let confidence: Double??
        let similarity: Double??
        let pipeline: CountOptions.Pipeline?
        let filtersSize: Bool?
        let filtersAspect: Bool?
        let border: CountOptions.BorderPolicy?
        let like: Rect?
        let alsoLike: [Rect]?
        let unlike: [Rect]?
        let region: [Pair]?
        let exclusions: [[Pair]]?

        private enum Key: String, CodingKey {
            case confidence, similarity, pipeline, filtersSize, filtersAspect, border, like, alsoLike, unlike, region
            case exclusions
        }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            func threshold(_ key: Key) throws -> Double?? {
                box.contains(key) ? .some(try box.decodeIfPresent(Double.self, forKey: key)) : .none
            }
            confidence = try threshold(.confidence)
            similarity = try threshold(.similarity)
            pipeline = try box.decodeIfPresent(CountOptions.Pipeline.self, forKey: .pipeline)
            filtersSize = try box.decodeIfPresent(Bool.self, forKey: .filtersSize)
            filtersAspect = try box.decodeIfPresent(Bool.self, forKey: .filtersAspect)
            border = try box.decodeIfPresent(CountOptions.BorderPolicy.self, forKey: .border)
            like = try box.decodeIfPresent(Rect.self, forKey: .like)
            alsoLike = try box.decodeIfPresent([Rect].self, forKey: .alsoLike)
            unlike = try box.decodeIfPresent([Rect].self, forKey: .unlike)
            region = try box.decodeIfPresent([Pair].self, forKey: .region)
            exclusions = try box.decodeIfPresent([[Pair]].self, forKey: .exclusions)
        }
    }

    /// `[x, y]`
    struct Pair: Decodable, Equatable {
        let point: Point

        init(from decoder: any Decoder) throws {
            var box = try decoder.unkeyedContainer()
            point = Point(x: try box.decode(Double.self), y: try box.decode(Double.self))
        }
    }

    /// The settings with the wishes in their place.
    func options(over settings: CountOptions, in photo: Photo) throws(Problem) -> CountOptions {
        var result = settings
        if let options {
            result.confidence = options.confidence ?? settings.confidence
            result.similarity = options.similarity ?? settings.similarity
            result.pipeline = options.pipeline ?? settings.pipeline
            result.filtersSize = options.filtersSize ?? settings.filtersSize
            result.filtersAspect = options.filtersAspect ?? settings.filtersAspect
            result.border = options.border ?? settings.border
            result.like = options.like
            result.alsoLike = options.alsoLike ?? []
            result.unlike = options.unlike ?? []
            result.region = options.region?.map(\.point)
            result.exclusions = options.exclusions?.map { $0.map(\.point) } ?? []
        }
        do throws(CountError) {
            try result.check(width: photo.width, height: photo.height)
        } catch {
            throw Problem(error)
        }
        return result
    }
}

extension Problem {
    /// Why a photo cannot be counted.
    package init(_ error: CountError) {
        switch error {
        case .emptyImage: self = .notAnImage("the picture has no pixels")
        case .unusableRegion: self = .unprocessable("a region needs three corners or more, and finite numbers")
        case .unusableExample: self = .unprocessable("the example lies outside the picture")
        case .unusableThreshold(let value): self = .unprocessable("the threshold \(value) is not between 0 and 1")
        case .model: self = .modelUnavailable("the models cannot be used")
        case .cancelled: self = .cancelled
        }
    }

    package static func modelUnavailable(_ detail: String) -> Problem {
        Problem(503, "model-unavailable", "There is no model to count with.", detail: detail)
    }

    /// Only within jobs: who cancels a job asks for nothing more.
    static let cancelled = Problem(409, "cancelled", "The work was cancelled.")
}
