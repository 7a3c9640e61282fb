import EspyInference
import EspyPixels

/// Makes the numbers that a network wants out of bytes.
struct PixelScale: Sendable {
    /// For each plane in the order of the network: which byte of a pixel it is, and `number = byte * factor + offset`.
    let planes: [(byte: Int, factor: Float, offset: Float)]

    init(_ input: ModelInput) {
        planes = (0..<3).map { plane in
            let byte = input.colors == .bgr ? 2 - plane : plane
            return (byte, Float(input.scale / input.std[plane]), Float(-input.mean[plane] / input.std[plane]))
        }
    }

    /// Writes a picture plane by plane; as much as there is room for.
    func fill(_ numbers: UnsafeMutableBufferPointer<Float>, with image: RGBImage) {
        let size = image.width * image.height
        guard numbers.count >= 3 * size else { return }
        image.pixels.withUnsafeBufferPointer { pixels in
            for (index, plane) in planes.enumerated() {
                let start = index * size
                for place in 0..<size {
                    numbers[start + place] = Float(pixels[3 * place + plane.byte]) * plane.factor + plane.offset
                }
            }
        }
    }
}
