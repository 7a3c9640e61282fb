package import EspyPixels

extension CountOptions {
    /// - Parameters:
    ///   - width: of the picture in pixels.
    /// - Throws: what cannot be counted, or not in this way.
    package func check(width: Int, height: Int) throws(CountError) {
        guard width > 0, height > 0 else { throw .emptyImage(width: width, height: height) }
        try checkNumbers()
        let picture = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        for box in examples where picture.intersection(box) == nil { throw .unusableExample(box) }
    }

    /// What is wrong whatever the picture is.
    public func checkNumbers() throws(CountError) {
        for threshold in [confidence, similarity].compactMap({ $0 }) {
            guard (0...1).contains(threshold) else { throw .unusableThreshold(threshold) }
        }
        for polygon in exclusions + [region].compactMap({ $0 }) + regions.map(\.corners) {
            guard polygon.count >= 3, polygon.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
            else { throw .unusableRegion(polygon) }
        }
        try checkNames()
        try measuring?.check()
        for box in examples {
            let numbers = [box.x, box.y, box.width, box.height]
            guard numbers.allSatisfy(\.isFinite), box.width > 0, box.height > 0 else { throw .unusableExample(box) }
        }
    }

    private func checkNames() throws(CountError) {
        guard regions.count <= RegionLayout.most else { throw .tooManyRegions(limit: RegionLayout.most) }
        var seen: Set<String> = []
        for name in regions.map(\.name) {
            let isLine = (1...80).contains(name.utf8.count) && !name.contains(where: \.isNewline)
            guard isLine, seen.insert(name).inserted else { throw .unusableRegionName(name) }
        }
    }

    /// All boxes that a person has drawn around things.
    private var examples: [Rect] { shown + unlike }

    /// Boxes of what is meant.
    package var shown: [Rect] { [like].compactMap(\.self) + alsoLike }

    /// The same wishes for the same picture at another size.
    package func scaled(x: Double, y: Double) -> CountOptions {
        var result = self
        result.like = like?.scaled(x: x, y: y)
        result.alsoLike = alsoLike.map { $0.scaled(x: x, y: y) }
        result.unlike = unlike.map { $0.scaled(x: x, y: y) }
        result.region = region?.map { $0.scaled(x: x, y: y) }
        result.exclusions = exclusions.map { $0.map { $0.scaled(x: x, y: y) } }
        result.regions = regions.map { $0.scaled(x: x, y: y) }
        result.measuring = measuring?.scaled(x: x, y: y)
        return result
    }
}

extension Point {
    package func scaled(x horizontal: Double, y vertical: Double) -> Point { Point(x: x * horizontal, y: y * vertical) }
}

extension Rect {
    package func scaled(x horizontal: Double, y vertical: Double) -> Rect {
        Rect(x: x * horizontal, y: y * vertical, width: width * horizontal, height: height * vertical)
    }
}
