import EspyPixels

extension Count {
    /// One for each of ``CountOptions/regions``, in their order. Together they are the whole count, but for what a person
    /// added outside of all.
    public var regions: [Part] {
        let (places, tally) = (regionPlaces, PartTally(self))
        return parameters.regions.enumerated().map { place, region in
            tally.part(region.name, detections.indices.filter { places[$0] == place })
        }
    }

    /// Which of ``CountOptions/regions`` each detection lies in; nil for none.
    var regionPlaces: [Int?] {
        let area = CountArea(width: width, height: height, options: parameters)
        return detections.map { area.place(of: $0.rect.center) }
    }
}
