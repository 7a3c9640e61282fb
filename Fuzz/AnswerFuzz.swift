// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy
// Support: Input
// Longest input: 2048

import Dispatch
import Espy
import EspyInference

/// A detector and an embedder with arbitrary outputs, and the two pipelines behind them: whatever a model returns, a
/// result
/// is finite, consistent and can be stored.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnswer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let entry = detectorEntry(&input)
    let choice = Int(input.next())
    let image = RGBImage(width: 1 + input.below(60), height: 1 + input.below(60), red: 90, green: 90, blue: 9)
    var options = options(&input)
    let least = Double(input.next()) / 255
    let vectors = (0..<5).map { _ in (0..<3).map { _ in input.float() } }
    let answer = answer(of: entry, &input)
    checkBoxes(entry, answer, image, least)
    checkOutline(answer.values)
    // Decoding alone is a hundred times as fast, and drawing is as slow as everything else together.
    guard choice % 4 < 2 else { return 0 }
    options.pipeline = CountOptions.Pipeline.allCases[choice % 4]
    guard let found = counted(image, options, entry, answer, vectors) else { return 0 }
    check(found)
    if choice > 240 { _ = CountAnnotator().annotate(found, on: image) }
    return 0
}

private func detectorEntry(_ input: inout Input) -> ModelEntry {
    let side = 32 * (1 + input.below(3))
    let isRaw = input.next() % 2 == 0
    let strides = input.next() % 2 == 0 ? [8, 16, 32] : [32]
    let rules = ModelInput.ResizeRule.allCases
    return ModelEntry(
        id: "any", task: .detector, file: "any.onnx", license: "", description: "",
        input: ModelInput(width: side, height: side, colors: .bgr, resize: rules[input.below(rules.count)]),
        output: ModelOutput(
            kind: isRaw ? .yoloxRaw : .yoloxDecoded,
            rows: ModelOutput.rows(width: side, height: side, strides: strides), columns: 5 + input.below(3),
            strides: strides))
}

/// Zeros everywhere except in a few rows.
private func answer(of entry: ModelEntry, _ input: inout Input) -> Tensor {
    let shape = entry.output.shape(batch: 1)
    var values = [Float](repeating: 0, count: shape[1] * shape[2])
    while !input.isEmpty {
        let start = input.below(shape[1]) * shape[2]
        for column in 0..<shape[2] { values[start + column] = input.float() }
    }
    return Tensor(shape: shape, values: values)
}

private func options(_ input: inout Input) -> CountOptions {
    var options = CountOptions()
    let choice = input.next()
    options.filtersSize = choice & 1 == 0
    options.filtersAspect = choice & 2 == 0
    options.border = CountOptions.BorderPolicy.allCases[input.below(3)]
    func place() -> Point { Point(x: Double(input.next()) / 2 - 20, y: Double(input.next()) / 2 - 20) }
    if choice & 4 != 0 { options.region = (0..<4).map { _ in place() } }
    if choice & 8 != 0 { options.like = Rect(x: 0, y: 0, width: 1 + Double(input.next()), height: 9) }
    return options
}

/// Outputs of a model are finite, or it is refused.
private func checkOutline(_ values: [Float]) {
    let chances = values.prefix(144).map { $0.isFinite ? $0 : 0 }
    guard chances.count == 144 else { return }
    let line = chances.withUnsafeBufferPointer { OutlineTrace($0, side: 12).largest() }
    precondition(line.allSatisfy { $0.x.isFinite && $0.y.isFinite && abs($0.x - 6) < 7 && abs($0.y - 6) < 7 })
}

private func checkBoxes(_ entry: ModelEntry, _ answer: Tensor, _ image: RGBImage, _ least: Double) {
    let placement = Placement(PixelRect(width: image.width, height: image.height), in: entry.input)
    guard let decoder = try? HeadDecoder(entry: entry),
        let found = try? decoder.candidates(in: answer, placements: [placement], minimumScore: least)
    else { preconditionFailure("an answer of the right shape was refused") }
    for candidate in found[0] {
        let rect = candidate.rect
        precondition([rect.x, rect.y, rect.maxX, rect.maxY, rect.area].allSatisfy(\.isFinite))
        precondition(rect.width > 0 && rect.height > 0)
        precondition((least...1).contains(candidate.objectness) && (0...1).contains(candidate.classScore))
    }
}

/// A model that returns these rows, one after the other.
private func anyModel(_ entry: ModelEntry, rows: [[Float]]) -> Model {
    Model(entry: entry) { (input) throws(InferenceError) in
        let batch = input.shape[0]
        let values = (0..<batch).flatMap { rows[$0 % rows.count] }
        return [Tensor(shape: entry.output.shape(batch: batch), values: values)]
    }
}

/// Counting is asynchronous, the fuzzer is not.
private func counted(
    _ image: RGBImage, _ options: CountOptions, _ entry: ModelEntry, _ answer: Tensor, _ vectors: [[Float]]
) -> Count? {
    let describer = ModelEntry(
        id: "describer", task: .embedder, file: "any.onnx", license: "", description: "",
        input: ModelInput(width: 8, height: 8, colors: .rgb, resize: .stretch),
        output: ModelOutput(kind: .embedding, columns: 3))
    let done = DispatchSemaphore(value: 0)
    let box = Box()
    Task.detached {
        defer { done.signal() }
        do {
            let models = CountModels(
                detector: try TensorDetector(anyModel(entry, rows: [answer.values])),
                embedder: try TensorEmbedder(anyModel(describer, rows: vectors)),
                soundness: .init(weights: [7, -1, 1, -1], bias: -6))
            box.count = try await Counter(models: models, options: options).count(image)
        } catch {
            guard case CountError.unusableExample = error else { preconditionFailure("\(error)") }
        }
    }
    done.wait()
    return box.count
}

/// Written by one task before the semaphore, and read by one thread after it.
private final class Box: @unchecked Sendable {
    var count: Count?
}

private func check(_ found: Count) {
    for detection in found.detections {
        let numbers = [detection.x, detection.y, detection.width, detection.height, detection.rect.area]
        precondition(numbers.allSatisfy(\.isFinite) && detection.width > 0 && detection.height > 0)
        precondition((0...1).contains(detection.confidence) && (0...1).contains(detection.doubt))
        precondition(found.clusters.contains { $0.id == detection.cluster })
    }
    precondition(found.count == found.main.count)
    precondition(found.range.low <= found.count && found.count <= found.range.high && found.range.low >= 0)
    precondition(Set(found.numbers) == Set(1..<(found.detections.count + 1)))
    for cluster in found.clusters {
        guard let other = found.counting(clusters: [cluster.id]) else { preconditionFailure("a group is missing") }
        precondition(other.count == other.main.count)
    }
    _ = (found.review, found.csv())
    guard let row = try? ResultRow(found), let kept = row.result(.count)?.as(Count.self),
        let again = try? ResultRow(kept)
    else { preconditionFailure("a result cannot be kept") }
    precondition(again == row && kept.detections.count == found.detections.count)
}
