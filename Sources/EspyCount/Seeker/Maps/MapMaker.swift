import EspyInference
import EspyPixels

/// Makes the maps of a photo at one scale.
struct MapMaker: Sendable {
    let networks: SeekerNetworks

    /// Sides of what the network is shown are multiples of this.
    private static let block = 32
    /// Pixels that the network takes at once: with 2 million it needs about 300 MB.
    private static let mostPixels = 2_200_000
    /// What lies around a tile decides what is seen at its border, as far as this.
    private static let margin = 128

    /// - Parameter image: scaled already.
    func maps(of image: RGBImage, scaleX: Double, scaleY: Double) throws(CountError) -> FeatureMaps {
        let width = Self.filled(image.width)
        let height = Self.filled(image.height)
        let tensor =
            width * height <= Self.mostPixels
            ? try run(PixelPlanes.tensor(of: image, columns: 0..<width, rows: 0..<height))
            : try tiled(image, width: width, height: height)
        return FeatureMaps(
            scaleX: scaleX, scaleY: scaleY, width: image.width, height: image.height, tensor: tensor)
    }

    private func run(_ pixels: Tensor) throws(CountError) -> Tensor {
        let maps = try networks.maps.answers([pixels], count: 1)[0]
        let expected = [
            1, networks.channels, pixels.shape[2] / FeatureMaps.stride, pixels.shape[3] / FeatureMaps.stride,
        ]
        guard maps.shape == expected else {
            throw .model(
                .wrongShape(
                    id: networks.maps.entry.id, expected: Tensor.text(of: expected), found: Tensor.text(of: maps.shape))
            )
        }
        return maps
    }

    /// Shows the network one part after the other, each with what lies around it.
    private func tiled(_ image: RGBImage, width: Int, height: Int) throws(CountError) -> Tensor {
        let stride = FeatureMaps.stride
        let (columns, rows) = (width / stride, height / stride)
        var values = [Float](repeating: 0, count: networks.channels * columns * rows)
        for core in Self.tiles(width: width, height: height) {
            let shown = PixelRect(
                columns: max(
                    core.columns.lowerBound - Self.margin, 0)..<min(
                        core.columns.upperBound + Self.margin, width),
                rows: max(core.rows.lowerBound - Self.margin, 0)..<min(core.rows.upperBound + Self.margin, height))
            let maps = try run(PixelPlanes.tensor(of: image, columns: shown.columns, rows: shown.rows))
            let (tileRows, tileColumns) = (maps.shape[2], maps.shape[3])
            let left = (core.columns.lowerBound - shown.columns.lowerBound) / stride
            let top = (core.rows.lowerBound - shown.rows.lowerBound) / stride
            let length = core.width / stride
            for channel in 0..<networks.channels {
                for row in 0..<(core.height / stride) {
                    let from = (channel * tileRows + top + row) * tileColumns + left
                    let to =
                        (channel * rows + core.rows.lowerBound / stride + row) * columns
                        + core.columns.lowerBound / stride
                    values.replaceSubrange(to..<(to + length), with: maps.values[from..<(from + length)])
                }
            }
        }
        return Tensor(shape: [1, networks.channels, rows, columns], values: values)
    }

    private static func tiles(width: Int, height: Int) -> [PixelRect] {
        let side = 1024
        return cuts(height, side).flatMap { rows in cuts(width, side).map { PixelRect(columns: $0, rows: rows) } }
    }

    private static func cuts(_ length: Int, _ side: Int) -> [Range<Int>] {
        let parts = (length + side - 1) / side
        let blocks = length / block
        let edges = (0...parts).map { blocks * $0 / parts * block }
        return zip(edges, edges.dropFirst()).map { $0..<$1 }
    }

    private static func filled(_ length: Int) -> Int { (length + block - 1) / block * block }
}
