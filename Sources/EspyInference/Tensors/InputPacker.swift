package import EspyPixels

/// Puts parts of pictures into the numbers that a model wants to see.
package struct InputPacker: Sendable {
    package let input: ModelInput
    package let sampling: Sampling

    package init(input: ModelInput, sampling: Sampling) {
        self.input = input
        self.sampling = sampling
    }

    /// A batch: one picture for each placement, in order.
    ///
    /// - Parameter placements: made for ``input``, with sources inside `image`.
    /// - Returns: `[N, 3, height, width]`.
    package func tensor(of placements: [Placement], in image: RGBImage) -> Tensor {
        let plane = input.width * input.height
        let size = 3 * plane
        let values = [Float](unsafeUninitializedCapacity: placements.count * size) { out, initialized in
            for (index, placement) in placements.enumerated() {
                let slot = UnsafeMutableBufferPointer(rebasing: out[(index * size)..<((index + 1) * size)])
                if placement.width < input.width || placement.height < input.height { fill(slot) }
                write(pixels(of: placement, in: image), placement, into: slot)
            }
            initialized = placements.count * size
        }
        return Tensor(shape: [placements.count, 3, input.height, input.width], values: values)
    }

    private func pixels(of placement: Placement, in image: RGBImage) -> RGBImage {
        switch sampling {
        case .plain:
            return BilinearResize.resized(
                image, part: placement.source, width: placement.width, height: placement.height)
        case .smooth:
            let isWhole = placement.source == PixelRect(width: image.width, height: image.height)
            let part = isWhole ? image : image.cropped(to: placement.source.rect)
            return part.resized(width: placement.width, height: placement.height)
        }
    }

    /// Gray 114, the color around pictures with which YOLOX was trained.
    private func fill(_ slot: UnsafeMutableBufferPointer<Float>) {
        let plane = input.width * input.height
        for channel in 0..<3 {
            let (factor, offset) = line(channel)
            let gray = 114 * factor + offset
            for index in (channel * plane)..<((channel + 1) * plane) { slot[index] = gray }
        }
    }

    private func write(_ part: RGBImage, _ placement: Placement, into slot: UnsafeMutableBufferPointer<Float>) {
        let plane = input.width * input.height
        part.pixels.withUnsafeBufferPointer { pixels in
            for channel in 0..<3 {
                let (factor, offset) = line(channel)
                let color = input.colors == .bgr ? 2 - channel : channel
                for row in 0..<part.height {
                    let target = channel * plane + (placement.top + row) * input.width + placement.left
                    let source = row * part.width * 3 + color
                    for column in 0..<part.width {
                        slot[target + column] = Float(pixels[source + 3 * column]) * factor + offset
                    }
                }
            }
        }
    }

    /// `(value * scale - mean) / std` as `value * factor + offset`.
    private func line(_ channel: Int) -> (factor: Float, offset: Float) {
        (Float(input.scale / input.std[channel]), Float(-input.mean[channel] / input.std[channel]))
    }
}
