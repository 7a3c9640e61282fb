// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy
// Support: Input JSONEdits
// Longest input: 2048

import Espy

/// Rows of the history as in a damaged or hostile file. Everything that can be read can be shown in every way, and is
/// the
/// same after storing and reading it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHistory(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    precondition(isReady)
    var input = Input(start, count)
    let choice = input.next()
    let (isCount, isRaw) = (choice & 1 == 0, choice & 14 == 0)
    let detections = isCount ? packed(&input) : nil
    let bytes = isRaw ? input.rest() : JSONEdits.changed(isCount ? countText : rackText, by: &input)
    let row = ResultRow(json: String(decoding: bytes, as: UTF8.self), bytes: detections)
    let result = row.result(isCount ? .count : .rack)
    if let count = result?.as(Count.self) {
        show(count)
        // Drawing is slow.
        if choice > 240 {
            _ = CountAnnotator().annotate(count, on: RGBImage(width: 60, height: 40, red: 9, green: 9, blue: 9))
        }
    }
    if let rack = result?.as(Rack.self) { show(rack) }
    show(entry(&input))
    return 0
}

/// Detections as bytes: some complete, measured or not, and sometimes with a wrong length or version.
private func packed(_ input: inout Input) -> [UInt8] {
    let kind = input.next()
    let (isMeasured, things) = (kind % 4 == 0, input.next() % 6)
    var bytes: [UInt8] = isMeasured ? [2, things, 0, 0, 0] : [kind % 16 == 15 ? input.next() : 1]
    for _ in 0..<things {
        for _ in 0..<6 {
            let word = input.float().bitPattern
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
        }
        bytes += (0..<5).map { _ in input.next() % 3 }
    }
    if isMeasured { for _ in 0..<things { bytes += outline(&input) } }
    if input.next() % 16 == 15 { bytes.removeLast(min(input.below(40), bytes.count)) }
    return bytes
}

/// Number of corners, color, and corners.
private func outline(_ input: inout Input) -> [UInt8] {
    let corners = input.next() % 8
    guard corners > 0 else { return [0, 0, 0, 0] }
    return [corners, 0, 0, 0] + (0..<(4 + 8 * Int(corners))).map { _ in input.next() }
}

private func show(_ count: Count) {
    _ = (count.sizes, count.table())
    _ = (count.review, count.numbers, count.csv(), count.main, count.representative)
    for cluster in count.clusters { _ = count.counting(clusters: [cluster.id]) }
    guard let row = try? ResultRow(count), let kept = row.result(.count)?.as(Count.self) else {
        preconditionFailure("what was read cannot be kept")
    }
    precondition(kept == count)
}

private func show(_ rack: Rack) {
    _ = (rack.csv(), rack.csv(raw: true), rack.isComplete, rack.vial(row: 0, col: 0), rack.count(.empty))
    _ = (rack.cells.map(\.place.name), rack.warnings.flatMap(\.places).map(\.name))
    guard let row = try? ResultRow(rack) else { preconditionFailure("what was read cannot be kept") }
    precondition(row.result(.rack) == AnyAnalysis(rack))
}

private func entry(_ input: inout Input) -> HistoryEntry {
    func number() -> Int { Int(truncatingIfNeeded: input.word()) }
    return HistoryEntry(
        id: "", kind: .count, time: number(), title: String(decoding: input.rest(), as: UTF8.self), count: number(),
        range: .init(low: number(), high: number()), position: number())
}

private func show(_ entry: HistoryEntry) {
    precondition(HistoryEntry.csv([entry]).hasSuffix("\r\n"))
}

private let countText = """
    {"clusters":[{"count":2,"id":0},{"count":1,"id":1}],"count":2,"detections":[],"height":300,"model":
    {"detector":"d","embedder":"e"},"parameters":{"border":"half","confidence":0.3,"exclusions":[[{"x":1,"y":1},
    {"x":9,"y":1},{"x":9,"y":9}]],"filtersAspect":true,"filtersSize":true,"like":{"height":9,"width":9,"x":1,"y":1},
    "pipeline":"adaptive","region":[{"x":0,"y":0},{"x":300,"y":0},{"x":90,"y":200}],"similarity":0.8},
    "range":{"high":3,"low":2},"schema":1,"stages":[{"ms":1.5,"name":"detecting"}],"warnings":["dark"],"width":400}
    """

private let rackText = """
    {"cells":[{"col":0,"name":"A1","row":0,"status":"read","x":10,"y":10},{"col":1,"name":"A2","row":0,
    "status":"empty","x":30,"y":10}],"cols":2,"duplicates":[],"height":30,"layout":"given","origin":"box","outline":
    {"bottomLeft":{"x":0,"y":30},"bottomRight":{"x":40,"y":30},"topLeft":{"x":0,"y":0},"topRight":{"x":40,"y":0}},
    "outside":[],"rows":1,"schema":1,"vials":[{"bytes":"4142","col":0,"corners":{"bottomLeft":{"x":5,"y":15},
    "bottomRight":{"x":15,"y":15},"topLeft":{"x":5,"y":5},"topRight":{"x":15,"y":5}},"errorsCorrected":0,
    "isDuplicate":false,"isHex":false,"name":"A1","row":0,"symbol":"10x10","value":"AB","x":10,"y":10}],
    "warnings":[{"kind":"duplicate","places":[{"col":0,"row":0},{"col":1,"row":0}],"value":"AB"}],"width":40}
    """

/// The texts that inputs modify must be valid; otherwise nothing would get far.
private let isReady =
    ResultRow(json: countText, bytes: [1]).result(.count) != nil
    && ResultRow(json: rackText, bytes: nil).result(.rack) != nil
