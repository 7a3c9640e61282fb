import EspyInference
import EspyPixels

extension ShelfView {
    /// So much more than the shelf is shown to the network, above and below, in strips.
    private static let margin = 1

    /// What the network says of this shelf, and the row of the scene where that begins.
    ///
    /// - Parameter image: the one that the view is of.
    func maps(_ network: SpineNetwork, _ image: RGBImage) throws(InferenceError) -> (maps: SpineMaps, top: Double) {
        let rows = StripSums.rows
        let top = max(0, (band.lowerBound - Self.margin) * rows)
        let bottom = min(scene.gray.height, (band.upperBound + Self.margin) * rows)
        let first = max(0, (origin.y + Double(top) * scale).rounded(.down))
        let last = min(Double(image.height), (origin.y + Double(bottom) * scale).rounded(.up))
        let shelf = image.cropped(to: Rect(x: 0, y: first, width: Double(image.width), height: last - first))
        var maps = try network.maps(of: shelf)
        maps.resize(by: 1 / scale)
        return (maps, (first - origin.y) / scale)
    }
}
