import EspyPixels

extension Count {
    /// The same photo with other groups counted: one that was not chosen, or several together, which become one under
    /// the first of their identifiers.
    ///
    /// The border policy and the regions of ``parameters`` hold for groups that were not counted before, too. Doubt
    /// stays as it is, except where a group joins the counted one: whether its things belong to that is decided then.
    ///
    /// - Returns: nil when `ids` is empty or names a group that this photo does not have.
    public func counting(clusters ids: [Int]) -> Count? {
        guard let first = ids.first, ids.allSatisfy({ id in clusters.contains { $0.id == id } }) else { return nil }
        let before = Set(main.map(\.cluster))
        let joins = !before.isEmpty && before.isSubset(of: ids)
        var result = self
        for id in Set(ids).subtracting(before) { result.count(newcomer: id, joins: joins) }
        for index in detections.indices {
            if ids.contains(detections[index].cluster) {
                result.detections[index].cluster = first
            } else {
                result.detections[index].main = false
            }
        }
        result.regroup(mainID: first)
        // The seeker knows how much was not seen, too.
        let known = ids.count == 1 ? alternatives?.first { $0.cluster == first } : nil
        if let known { result.range = known.range }
        return result
    }

    private mutating func count(newcomer id: Int, joins: Bool) {
        let members = detections.indices.filter { detections[$0].cluster == id }
        let area = CountArea(width: width, height: height, options: parameters)
        for (index, isIn) in zip(members, area.counts(members.map { detections[$0].rect })) {
            detections[index].main = isIn && admits(detections[index])
            if isIn, joins { detections[index].doubt = 0 }
        }
    }

    /// Works out the count, the range and the list of groups from the detections.
    mutating func regroup(mainID: Int) {
        count = detections.count(where: \.main)
        range = Range(of: detections, pipeline: parameters.pipeline)
        if let recipes {
            clusters = kindClusters(recipes.count)
            return
        }
        let sizes = Dictionary(detections.map { ($0.cluster, 1) }, uniquingKeysWith: +)
        clusters = sizes.map { id, size in Cluster(id: id, count: id == mainID ? count : size) }
            .sorted { ($0.id == mainID ? 0 : 1, -$0.count, $0.id) < ($1.id == mainID ? 0 : 1, -$1.count, $1.id) }
    }
}
