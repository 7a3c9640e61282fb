import EspyPixels

extension RackOptions {
    /// The picture no larger than wanted, and its size as a share of the whole.
    func shrunk(_ image: RGBImage) -> (RGBImage, factor: Double) {
        let side = max(image.width, image.height)
        guard let maxDimension, side > max(maxDimension, 1) else { return (image, 1) }
        return (image.fitted(longSide: max(maxDimension, 1)), Double(max(maxDimension, 1)) / Double(side))
    }
}

extension RackGrid {
    /// The same wish for the same picture at another size.
    package func scaled(by factor: Double) -> RackGrid {
        if case .tolerance(let pixels) = self { return .tolerance(pixels * factor) }
        return self
    }
}

extension Rack {
    /// The same box in the same picture at another size.
    package func scaled(by factor: Double, to size: (width: Int, height: Int)) -> Rack {
        var result = self
        (result.width, result.height) = size
        result.outline = outline?.map { $0 * factor }
        for index in cells.indices {
            result.cells[index].x *= factor
            result.cells[index].y *= factor
        }
        for index in vials.indices { result.vials[index].code.scale(by: factor) }
        for index in outside.indices { result.outside[index].scale(by: factor) }
        return result
    }
}

extension Rack.Code {
    fileprivate mutating func scale(by factor: Double) {
        x *= factor
        y *= factor
        corners = corners.map { $0 * factor }
    }
}
