import Espy
import EspyImage
import EspySamples
import Foundation
import Testing

func dump(_ board: Board, _ path: String) throws {
    var px = [UInt8]()
    for p in board.pixels { for c in 0..<3 { px.append(p[c].isNaN ? 255 : UInt8(max(0, min(255, p[c] * 255)))) } }
    var canvas = Canvas(RGBImage(width: board.width, height: board.height, pixels: px))
    for r in board.cells.rows {
        for c in board.cells.cols {
            let k = board.corner(of: .init(row: r, col: c))
            canvas.fillCircle(center: Point(x: Double(k.x), y: Double(k.y)), radius: 1, Color(hex: 0xff0000))
        }
    }
    try Data(ImageEncoder.png(canvas.image)).write(to: URL(fileURLWithPath: path))
}

func boxSites() throws -> ([LatticeSite], [Rack.Place]) {
    let text = try String(contentsOfFile: "/work/shared/data/rack/box.truth.csv", encoding: .utf8)
    var sites: [LatticeSite] = [], truth: [Rack.Place] = []
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
        let f = line.split(separator: ",", omittingEmptySubsequences: false)
        sites.append(LatticeSite(center: Point(x: Double(f[1])!, y: Double(f[2])!), side: Double(f[7])! * 12))
        truth.append(Rack.Place(row: Int(f[5])! - 1, col: Int(f[6])! - 1))
    }
    return (sites, truth)
}

func profile(_ board: Board, _ e: CellRange, _ trueRows: ClosedRange<Int>, _ trueCols: ClosedRange<Int>, _ caps: Set<Rack.Place>) {
    let rows = Repetition(board, axis: .rows), cols = Repetition(board, axis: .cols)
    let far = board.cells.places.filter { $0.row == board.cells.rows.lowerBound || $0.row == board.cells.rows.upperBound || $0.col == board.cells.cols.lowerBound || $0.col == board.cells.cols.upperBound }
    let palette = Palette(board, known: e, caps: caps, far: far)
    let er = Float(median(e.rows.map { Double(rows.line($0, span: e.cols).energy) })!)
    let ec = Float(median(e.cols.map { Double(cols.line($0, span: e.rows).energy) })!)
    for r in board.cells.rows { let s = rows.line(r, span: e.cols)
        let f = e.cols.compactMap { palette.favor(board, Rack.Place(row: r, col: $0)) }.map { Double($0) }
        print("  row", r, trueRows.contains(r) ? "in " : "out", e.rows.contains(r) ? "seen" : "next", s.likeness, s.energy / er, median(f) ?? -9, f.count) }
    for c in board.cells.cols { let s = cols.line(c, span: e.rows)
        let f = e.rows.compactMap { palette.favor(board, Rack.Place(row: $0, col: c)) }.map { Double($0) }
        print("  col", c, trueCols.contains(c) ? "in " : "out", e.cols.contains(c) ? "seen" : "next", s.likeness, s.energy / ec, median(f) ?? -9, f.count) }
}
func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.sorted()[values.count / 2] }

@Suite struct Scratch {
    @Test func boards() throws {
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: URL(fileURLWithPath: "/work/shared/data/rack/box.jpg"))))
        let (sites, _) = try boxSites()
        let lattice = LatticeFinder.lattice(through: sites)!
        let e = lattice.extent!
        let board = Board(image, map: lattice.map, cells: CellRange(rows: e.rows.lowerBound - 3...e.rows.upperBound + 3, cols: e.cols.lowerBound - 3...e.cols.upperBound + 3))
        try dump(board, "/tmp/board_box.png")
        print("  box.jpg")
        profile(board, e, e.rows.lowerBound...e.rows.lowerBound + 8, e.cols, Set(lattice.labels.compactMap { $0 }))
        for seed in 1...24 as ClosedRange<UInt64> {
            let scene = SampleScene.random(seed: seed, difficulty: .ordinary)
            let truth = try SampleTruth(of: scene)
            let picture = try scene.photographed()
            try Data(ImageEncoder.png(picture.resized(width: picture.width / 2, height: picture.height / 2), fast: true)).write(to: URL(fileURLWithPath: "/tmp/sample_\(seed).png"))
            let sites = truth.vials.map { LatticeSite(center: Point(x: $0.code.x, y: $0.code.y), side: $0.code.module * 12) }
            guard let lattice = LatticeFinder.lattice(through: sites) else { print("none", seed); continue }
            let e = lattice.extent!
            print(seed, picture.width, picture.height, truth.rows, truth.columns, e, lattice.scatter, lattice.lead)
            let board = Board(picture, map: lattice.map, cells: CellRange(rows: e.rows.lowerBound - 3...e.rows.upperBound + 3, cols: e.cols.lowerBound - 3...e.cols.upperBound + 3))
            try dump(board, "/tmp/board_\(seed).png")
            let r0 = lattice.labels[0]!.row - truth.vials[0].row, c0 = lattice.labels[0]!.col - truth.vials[0].col
            profile(board, e, r0...r0 + truth.rows - 1, c0...c0 + truth.columns - 1, Set(lattice.labels.compactMap { $0 }))
        }
    }

    @Test func places() throws {
        var tally: [String: Int] = [:]
        for level in [SampleScene.Difficulty.ordinary, .hard] {
        for seed in 1...60 as ClosedRange<UInt64> {
            let scene = SampleScene.random(seed: seed, difficulty: level)
            let truth = try SampleTruth(of: scene)
            let picture = try scene.rendered()
            let sites = truth.vials.map { LatticeSite(center: Point(x: $0.code.x, y: $0.code.y), side: $0.code.module * 12) }
            guard let lattice = LatticeFinder.lattice(through: sites) else { print("none", seed); continue }
            let e = lattice.extent!
            let codes = Set(lattice.labels.compactMap { $0 })
            let j = lattice.labels.firstIndex { $0 != nil }!
            let r0 = lattice.labels[j]!.row - truth.vials[j].row, c0 = lattice.labels[j]!.col - truth.vials[j].col
            let t = CellRange(rows: r0...r0 + truth.rows - 1, cols: c0...c0 + truth.columns - 1)
            if e.rows.count > truth.rows || e.cols.count > truth.columns { print("  LATTICE WRONG", level, seed, e, truth.rows, truth.columns, lattice.lead, lattice.scatter); continue }
            for (mode, k) in [("given", max(truth.rows - e.rows.count, truth.columns - e.cols.count) + 1), ("auto", 5)] {
                let board = Board(picture, map: lattice.map, cells: CellRange(rows: e.rows.lowerBound - k...e.rows.upperBound + k, cols: e.cols.lowerBound - k...e.cols.upperBound + k))
                let lines = BoxLines(board, seen: e, codes: codes)
                let place = mode == "given" ? BoxFinder.place(rows: truth.rows, cols: truth.columns, around: e, lines: lines) : BoxFinder.place(around: e, lines: lines)
                let sure = place.lead > 1.5 ? "sure" : "unsure"
                let ok = place.cells == t
                tally["\(level) \(mode) \(sure) \(ok)", default: 0] += 1
                if !ok { print("  PLACE", level, mode, seed, sure, place.lead, "got", place.cells, "true", t, "seen", e) 
                  for r in board.cells.rows where !e.rows.contains(r) && t.rows.contains(r) != place.cells.rows.contains(r) { print("     row", r, lines.rows[r]!) }
                  for r in board.cells.cols where !e.cols.contains(r) && t.cols.contains(r) != place.cells.cols.contains(r) { print("     col", r, lines.cols[r]!) }
                }
            }
        } }
        for k in tally.keys.sorted() { print("  TALLY", k, tally[k]!) }
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: URL(fileURLWithPath: "/work/shared/data/rack/box.jpg"))))
        let (bsites, _) = try boxSites()
        let lattice = LatticeFinder.lattice(through: bsites)!
        let e = lattice.extent!
        for k in [2, 5] {
        let board = Board(image, map: lattice.map, cells: CellRange(rows: e.rows.lowerBound - k...e.rows.upperBound + k, cols: e.cols.lowerBound - k...e.cols.upperBound + k))
        let lines = BoxLines(board, seen: e, codes: Set(lattice.labels.compactMap { $0 }))
        let place = k == 2 ? BoxFinder.place(rows: 9, cols: 9, around: e, lines: lines) : BoxFinder.place(around: e, lines: lines)
        print("  BOX", place, "seen", e, lines.rows.filter { !e.rows.contains($0.key) }, lines.cols.filter { !e.cols.contains($0.key) })
        }
    }
}
