// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy
// Support: Input
// Longest input: 2048

import Espy
import EspyCodecs
import EspyInference
import EspyPixels

/// Networks for faces with arbitrary answers: whatever they return, faces are inside the picture, and descriptors are empty
/// or of length 1.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFace(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let (width, height) = (1 + input.below(200), 1 + input.below(200))
    let seed = Int(input.next())
    let pixels = (0..<(width * height * 3)).map { UInt8(truncatingIfNeeded: $0 * (7919 + seed) >> 3) }
    let vector = (0..<256).map { $0 < 8 ? input.float() : Float($0 % 128) }
    var rows: [(cell: Int, logit: Float, numbers: [Float])] = []
    while !input.isEmpty, rows.count < 40 {
        rows.append((input.below(2304), input.float(), (0..<16).map { _ in input.float() }))
    }
    do {
        let analyzer = try PhotoAnalyzer(faces: detector(rows), people: describer(vector))
        let image = RGBImage(width: width, height: height, pixels: pixels)
        for face in try analyzer.analyze(image, metadata: PhotoMetadata()).faces ?? [] {
            precondition(face.width > 0 && face.height > 0 && face.x >= 0 && face.y >= 0)
            precondition(face.x + face.width <= width && face.y + face.height <= height)
            let length = face.descriptor.reduce(0) { $0 + $1 * $1 }
            precondition(face.descriptor.isEmpty || abs(length - 1) < 1e-3)
        }
    } catch {
        guard case GalleryError.inference(.notFinite) = error else { preconditionFailure("\(error)") }
    }
    return 0
}

private func detector(_ rows: [(cell: Int, logit: Float, numbers: [Float])]) -> FaceDetector {
    var boxes = [Float](repeating: 0, count: 2304 * 16)
    var scores = [Float](repeating: -90, count: 2304)
    for row in rows {
        scores[row.cell] = row.logit
        boxes.replaceSubrange(16 * row.cell..<16 * row.cell + 16, with: row.numbers)
    }
    return FaceDetector(model(.faces, columns: 16, [([1, 2304, 16], boxes), ([1, 2304, 1], scores)]))
}

private func describer(_ vector: [Float]) -> FaceDescriber {
    FaceDescriber(model(.faceVectors, columns: 128, [([2, 128], vector)]))
}

/// A network with the same answer for every picture.
private func model(_ kind: ModelOutput.Kind, columns: Int, _ answers: [([Int], [Float])]) -> OpenModel {
    let entry = ModelEntry(
        id: "any", task: kind.task, file: "any.onnx", license: "", description: "", input: .tensors,
        output: ModelOutput(kind: kind, columns: columns))
    return OpenModel(entry: entry) { (shapes, fill, take) throws(InferenceError) in
        var input = [Float](repeating: 0, count: shapes[0].reduce(1, *))
        input.withUnsafeMutableBufferPointer { fill(0, $0) }
        let values = UnsafeMutableBufferPointer<Float>.allocate(capacity: answers.reduce(0) { $0 + $1.1.count })
        defer { values.deallocate() }
        var parts: [UnsafeBufferPointer<Float>] = []
        var place = 0
        for (_, numbers) in answers {
            let part = UnsafeMutableBufferPointer(rebasing: values[place..<place + numbers.count])
            _ = part.initialize(from: numbers)
            parts.append(UnsafeBufferPointer(part))
            place += numbers.count
        }
        take(answers.map(\.0), parts)
        return true
    }
}
