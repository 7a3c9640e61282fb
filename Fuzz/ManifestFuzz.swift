// Modules: EspyPixels EspySystem COpenVINO EspyInference
// Support: Input JSONEdits
// Longest input: 4096

import EspyInference
import Foundation

/// Random manifests, and modified valid ones. An accepted one names no file elsewhere, does not demand a huge amount of
/// memory, and is the same after writing and reading it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    precondition(isReady)
    var input = Input(start, count)
    let isRaw = input.next() % 4 == 0
    let json = isRaw ? input.rest() : JSONEdits.changed(manifest, by: &input)
    guard let read = try? ModelManifest(json: json, path: "fuzz") else { return 0 }
    for entry in read.models { check(entry) }
    guard let written = try? read.json(), let again = try? ModelManifest(json: written, path: "fuzz") else {
        preconditionFailure("what was read cannot be written and read again")
    }
    precondition(again == read)
    return 0
}

private func check(_ entry: ModelEntry) {
    precondition(ModelEntry.isName(entry.id) && !entry.file.contains("/") && !entry.file.hasPrefix("."))
    precondition(entry.url.map { $0.hasPrefix("https://") } ?? true)
    precondition(entry.sha256.map { $0.utf8.count == 64 } ?? true)
    precondition(entry.bytes.map { $0 > 0 && $0 <= ModelEntry.byteLimit } ?? true)
    precondition(entry.vocabulary.map { !$0.file.contains("/") && !$0.file.hasPrefix(".") } ?? true)
    precondition(entry.input.length <= ModelInput.lengthLimit && entry.input.tokens <= ModelInput.tokenLimit)
    precondition((entry.task == .text) == (entry.vocabulary != nil))
    let side = ModelInput.sideLimit
    precondition(entry.input.width <= side && entry.input.height <= side)
    let numbers = entry.output.shape(batch: 1).reduce(1, *)
    precondition(numbers > 0 && numbers <= ModelOutput.countLimit)
    precondition(entry.output.kind.task == entry.task)
    // The largest batch.
    precondition(entry.output.shape(batch: 1024).allSatisfy { $0 > 0 })
    precondition(entry.objection() == nil)
}

private let manifest = """
    {"schema":1,"models":[
    {"id":"finder","task":"detector","file":"finder.onnx","url":"https://example.org/finder.onnx","bytes":1234,
    "sha256":"\(String(repeating: "0a", count: 32))","origin":"installed","license":"Apache-2.0","description":"d",
    "card":"finder.md","input":{"layout":"NCHW","width":64,"height":64,"colors":"BGR","resize":"letterboxTopLeft114",
    "scale":1,"mean":[0,0,0],"std":[1,1,1]},"output":{"kind":"yoloxRaw","rows":84,"columns":85,"strides":[8,16,32]}},
    {"id":"describer","task":"embedder","file":"describer.onnx","license":"MIT","description":"",
    "input":{"layout":"NCHW","width":32,"height":32,"colors":"RGB","resize":"stretch","scale":0.0039,
    "mean":[0.48,0.45,0.4],"std":[0.26,0.26,0.27]},"output":{"kind":"embedding","columns":256}},
    {"id":"reader","task":"text","file":"reader.onnx","license":"MIT","description":"","space":"clip",
    "vocabulary":{"file":"merges.txt","url":"https://example.org/merges.txt","bytes":12},
    "input":{"layout":"tokens","length":77,"tokens":49408},"output":{"kind":"textEmbedding","columns":512}}]}
    """

/// The text that inputs modify must be valid; otherwise nothing would get far.
private let isReady = (try? ModelManifest(json: Array(manifest.utf8), path: "fuzz"))?.models.count == 3
