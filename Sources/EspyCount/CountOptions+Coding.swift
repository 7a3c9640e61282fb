import EspyPixels

extension CountOptions {
    private enum Key: String, CodingKey {
        case pipeline, confidence, similarity, filtersSize, filtersAspect, border, like, alsoLike, unlike, region
        case exclusions, regions, measuring
    }

    /// Examples beside the first, named regions and how to measure are there only where a person gave some.
    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        self.init(
            pipeline: try box.decode(Pipeline.self, forKey: .pipeline),
            confidence: try box.decodeIfPresent(Double.self, forKey: .confidence),
            similarity: try box.decodeIfPresent(Double.self, forKey: .similarity),
            filtersSize: try box.decode(Bool.self, forKey: .filtersSize),
            filtersAspect: try box.decode(Bool.self, forKey: .filtersAspect),
            border: try box.decode(BorderPolicy.self, forKey: .border),
            like: try box.decodeIfPresent(Rect.self, forKey: .like),
            alsoLike: try box.decodeIfPresent([Rect].self, forKey: .alsoLike) ?? [],
            unlike: try box.decodeIfPresent([Rect].self, forKey: .unlike) ?? [],
            region: try box.decodeIfPresent([Point].self, forKey: .region),
            exclusions: try box.decode([[Point]].self, forKey: .exclusions),
            regions: try box.decodeIfPresent([Region].self, forKey: .regions) ?? [],
            measuring: try box.decodeIfPresent(Measuring.self, forKey: .measuring))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(pipeline, forKey: .pipeline)
        try box.encodeIfPresent(confidence, forKey: .confidence)
        try box.encodeIfPresent(similarity, forKey: .similarity)
        try box.encode(filtersSize, forKey: .filtersSize)
        try box.encode(filtersAspect, forKey: .filtersAspect)
        try box.encode(border, forKey: .border)
        try box.encodeIfPresent(like, forKey: .like)
        if !alsoLike.isEmpty { try box.encode(alsoLike, forKey: .alsoLike) }
        if !unlike.isEmpty { try box.encode(unlike, forKey: .unlike) }
        try box.encodeIfPresent(region, forKey: .region)
        try box.encode(exclusions, forKey: .exclusions)
        if !regions.isEmpty { try box.encode(regions, forKey: .regions) }
        try box.encodeIfPresent(measuring, forKey: .measuring)
    }
}
