public import Foundation

extension RegionLayout {
    /// Reads a file of regions: this layout as JSON, or one of LabelMe, whose polygons and rectangles are the regions.
    ///
    /// - Throws: `DecodingError` where it is neither.
    public init(reading data: Data) throws {
        let decoder = JSONDecoder()
        if let other = try? decoder.decode(LabelMeFile.self, from: data) {
            self = other.layout
        } else {
            self = try decoder.decode(RegionLayout.self, from: data)
        }
    }
}
