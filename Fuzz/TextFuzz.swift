// Modules: EspyPixels EspySystem COpenVINO EspyInference CTesseract EspyText
// Support: Input
// Longest input: 8192

import EspyInference
import EspyPixels
import EspyText

/// Networks with arbitrary outputs: the results are lines with words, within the bounds of a picture.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let (width, height) = (1 + input.below(96), 1 + input.below(96))
    let limits = TextLimits(longSide: 32 + input.below(96), shortSide: 32, lines: input.below(6))
    let bytes = input.rest()
    guard
        let engine = try? PaddleTextEngine(
            detector: answers(kind: .textMap, columns: 1, bytes),
            recognizer: answers(kind: .characters, columns: 7, bytes),
            signs: "a\nb\nC\n\u{301}\n中")
    else { return 0 }
    let image = RGBImage(width: width, height: height, red: 90, green: 120, blue: 200)
    guard let lines = try? engine.lines(in: image, limits: limits) else { return 0 }
    precondition(lines.count <= limits.lines)
    for line in lines {
        precondition(!line.words.isEmpty && 0.5...1 ~= line.confidence)
        precondition(line.quad.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        for word in line.words {
            precondition(!word.text.isEmpty && 0...1 ~= word.confidence)
            precondition(word.quad.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        }
        _ = line.part(0..<line.words.count)
    }
    // A map of its own, whose sides need not be multiples of anything.
    var rest = Input(bytes)
    let (across, down) = (rest.below(40), rest.below(40))
    let map = TextMap(width: across, height: down, values: (0..<across * down).map { _ in rest.float() })
    for box in LineBoxes.boxes(of: map) {
        precondition(0...1 ~= box.confidence && box.quad.area.isFinite && box.quad.signedArea > 0)
    }
    return 0
}

/// A model that returns numbers from the input, over and over.
private func answers(kind: ModelOutput.Kind, columns: Int, _ bytes: [UInt8]) -> OpenModel {
    let entry = ModelEntry(
        id: "any", task: kind.task, file: "any.onnx", license: "", description: "",
        input: ModelInput(width: 0, height: kind == .textMap ? 0 : 16, colors: .bgr, resize: .stretch),
        output: ModelOutput(kind: kind, columns: columns, strides: [kind == .textMap ? 32 : 8]))
    var input = Input(bytes)
    let numbers = (0..<1021).map { _ in input.float() }
    return OpenModel(entry: entry) { (shapes, fill, take) throws(InferenceError) in
        let (height, width) = (shapes[0][2], shapes[0][3])
        var picture = [Float](repeating: 0, count: 3 * height * width)
        picture.withUnsafeMutableBufferPointer { fill(0, $0) }
        let shape = kind == .textMap ? [1, 1, height, width] : [1, width / 8, columns]
        let values = (0..<shape.reduce(1, *)).map { numbers[$0 % numbers.count] }
        values.withUnsafeBufferPointer { take([shape], [$0]) }
        return true
    }
}
