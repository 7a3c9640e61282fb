import Espy
import EspyPixels
import EspySamples
import Testing

/// The differences reported for boxes with deliberate changes.
@Suite struct RackComparisonTests {
    typealias Place = Rack.Place
    typealias Difference = RackComparison.Difference

    /// A box with these values and some unread cells.
    static func rack(rows: Int, cols: Int, _ values: [Place: String], unread: Set<Place> = []) -> Rack {
        var cells: [Rack.Cell] = []
        var vials: [Rack.Vial] = []
        for row in 0..<rows {
            for col in 0..<cols {
                let place = Place(row: row, col: col)
                let center = Point(x: 100 * Double(col) + 50, y: 100 * Double(row) + 50)
                let value = unread.contains(place) ? nil : values[place]
                let status: Rack.Cell.Status = value != nil ? .read : unread.contains(place) ? .unread : .empty
                cells.append(Rack.Cell(place: place, status: status, center: center))
                guard let value else { continue }
                let square = Quad(Rect(x: center.x - 15, y: center.y - 15, width: 30, height: 30))
                vials.append(
                    Rack.Vial(
                        code: Rack.Code(value: value, corners: square, symbol: "12x12", bytes: []), place: place))
            }
        }
        return Rack(
            width: 100 * cols, height: 100 * rows, rows: rows, cols: cols, origin: .box, layout: .given, cells: cells,
            vials: vials)
    }

    /// A sequence of changes to a box, and the report that must follow.
    struct Transfer {
        private(set) var values: [Place: String]
        private(set) var unread: Set<Place> = []
        private(set) var told: [Difference] = []
        private var untouched: [Place]
        private var free: [Place]

        init(_ values: [Place: String], free: [Place], _ random: inout SampleRandom) {
            self.values = values
            untouched = values.keys.sorted().shuffled(using: &random)
            self.free = free.shuffled(using: &random)
        }

        mutating func act(_ action: Int, number: Int) {
            switch action {
            case 0: move()
            case 1: lose()
            case 2: swap()
            case 3: blur()
            case 4: add("N\(number)")
            default: double()
            }
        }

        private mutating func move() {
            guard let from = untouched.popLast(), let to = free.popLast() else { return }
            let value = values.removeValue(forKey: from)
            values[to] = value
            told.append(Difference(.moved, value: value, expected: [from], found: [to]))
        }

        private mutating func lose() {
            guard let place = untouched.popLast() else { return }
            told.append(Difference(.missing, value: values.removeValue(forKey: place), expected: [place]))
        }

        private mutating func swap() {
            guard untouched.count > 1 else { return }
            let (one, other) = (untouched.removeLast(), untouched.removeLast())
            told.append(Difference(.moved, value: values[one], expected: [one], found: [other]))
            told.append(Difference(.moved, value: values[other], expected: [other], found: [one]))
            (values[one], values[other]) = (values[other], values[one])
        }

        private mutating func blur() {
            guard let place = untouched.popLast() else { return }
            unread.insert(place)
            told.append(Difference(.unread, value: values[place], expected: [place], found: [place]))
        }

        private mutating func add(_ value: String) {
            guard let place = free.popLast() else { return }
            values[place] = value
            told.append(Difference(.new, value: value, found: [place]))
        }

        private mutating func double() {
            guard let place = untouched.popLast(), let other = free.popLast() else { return }
            values[other] = values[place]
            told.append(Difference(.twice, value: values[place], expected: [place], found: [place, other].sorted()))
        }
    }

    @Test func aThousandTransfersAreAllToldRightly() {
        var random = SampleRandom(seed: 21)
        var seen: Set<RackComparison.Kind> = []
        for number in 0..<1000 {
            let (rows, cols) = random.pick([(9, 9), (8, 12), (10, 10), (4, 6), (16, 24)])
            let places = (0..<rows).flatMap { row in (0..<cols).map { Place(row: row, col: $0) } }
            let taken = places.filter { _ in random.chance(0.7) }
            let values = Dictionary(uniqueKeysWithValues: taken.enumerated().map { ($1, "T\(1000 + $0)") })
            let free = places.filter { values[$0] == nil }
            let contents = RackContents(items: values.map { RackContents.Item($0, $1) })
            var transfer = Transfer(values, free: free, &random)
            for step in 0..<random.integer(in: 0...12) { transfer.act(random.integer(in: 0...5), number: step) }
            let rack = Self.rack(rows: rows, cols: cols, transfer.values, unread: transfer.unread)
            let comparison = RackComparison(rack, with: contents)
            #expect(Self.sorted(comparison.differences) == Self.sorted(transfer.told), "transfer \(number)")
            let touched = Set(transfer.told.compactMap(\.value).filter { $0.hasPrefix("T") })
            #expect(comparison.agreeing == values.count - touched.count)
            #expect(comparison.isSame == transfer.told.isEmpty)
            seen.formUnion(transfer.told.map(\.kind))
        }
        #expect(seen == [.moved, .missing, .new, .twice, .unread])
    }

    private static func sorted(_ differences: [Difference]) -> [String] { differences.map { "\($0)" }.sorted() }

    /// The same with pictures: a rendered box before and after.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func drawnTransfers(seed: UInt64) async throws {
        var random = SampleRandom(seed: seed)
        let places = (0..<5).flatMap { row in (0..<5).map { Place(row: row, col: $0) } }
        let taken = places.filter { $0.row == 0 || $0.col == 0 || random.chance(0.6) }
        let values = Dictionary(uniqueKeysWithValues: taken.enumerated().map { ($1, "T\(1000 + $0)") })
        var transfer = Transfer(values, free: places.filter { values[$0] == nil }, &random)
        for action in [0, 1, 2, 4] { transfer.act(action, number: 9) }
        let before = try await Self.read(values)
        let after = try await Self.read(transfer.values)
        #expect(RackContents(before).items.count == values.count)
        let comparison = RackComparison(after, with: RackContents(before))
        #expect(Self.sorted(comparison.differences) == Self.sorted(transfer.told))
    }

    private static func read(_ values: [Place: String]) async throws -> Rack {
        var scene = SampleScene(seed: 3, width: 750, height: 750, rows: 5, columns: 5)
        scene.tubes = values.sorted { $0.key < $1.key }.map { place, value in
            SampleTube(
                row: place.row, column: place.col,
                label: SampleLabel(code: SampleCode(value: value, rows: 12, columns: 12)))
        }
        return try await RackReader(options: RackOptions(grid: .size(rows: 5, columns: 5))).read(try scene.rendered())
    }

    @Test func otherBoxes() {
        let (a1, a2) = (Place(row: 0, col: 0), Place(row: 0, col: 1))
        let rack = Self.rack(rows: 1, cols: 3, [a1: "same", a2: "came"])
        let contents = RackContents(items: [.init(a1, "same"), .init(a2, "gone")])
        let other = RackComparison.Elsewhere(rack: "R7", entry: "e", place: a2)
        let told = RackComparison(rack, with: contents, elsewhere: ["gone": other, "came": other, "same": other])
        #expect(told.differences.map(\.kind) == [.elsewhere, .missing, .new])
        #expect(told.differences.allSatisfy { $0.elsewhere == other })
        #expect(
            told.table(of: rack).text() == """
                kind,value,expected,found,elsewhere\r
                elsewhere,same,A1,A1,R7 A2\r
                missing,gone,A2,,R7 A2\r
                new,came,,A2,R7 A2\r

                """)
    }

    @Test func codesInNoOrderAreComparedWithoutWells() {
        var rack = Self.rack(rows: 1, cols: 2, [Place(row: 0, col: 0): "a", Place(row: 0, col: 1): "b"])
        rack.layout = .unordered
        let contents = RackContents(items: [.init(Place(row: 3, col: 3), "a"), .init(Place(row: 4, col: 4), "c")])
        let told = RackComparison(rack, with: contents)
        #expect(told.agreeing == 1)
        #expect(Set(told.differences.map { "\($0.kind) \($0.value ?? "")" }) == ["missing c", "new b"])
    }

    @Test func differencesAreMarked() {
        let (a1, a2, a3) = (Place(row: 0, col: 0), Place(row: 0, col: 1), Place(row: 0, col: 2))
        let rack = Self.rack(rows: 1, cols: 3, [a1: "x", a2: "y"])
        let blank = RGBImage(width: 300, height: 100, red: 128, green: 128, blue: 128)
        let contents = RackContents(items: [.init(a1, "x"), .init(a3, "y")])
        let drawn = RackAnnotator().annotate(rack, RackComparison(rack, with: contents), on: blank)
        func marks(_ x: Int) -> Int {
            (0..<100).reduce(0) { sum, y in
                sum + (x..<x + 100).count { drawn.pixels[3 * (y * 300 + $0)] != 128 }
            }
        }
        #expect(marks(0) > 50)
        #expect(marks(100) > 200)
        #expect(marks(200) == 0)
    }
}

/// The real box against its truth. Skipped without that photo.
@Suite(.enabled(if: BoxPhoto.isThere)) struct BoxComparisonTests {
    @Test func theBoxIsAsItsTruthSays() async throws {
        let photo = try BoxPhoto()
        let options = RackOptions(grid: .size(rows: 9, columns: 9))
        let rack = try await RackReader(options: options).read(photo.image)
        var truth = RackContents(items: photo.codes.map { .init($0.place, $0.value) })
        let same = RackComparison(rack, with: truth)
        #expect(same.isSame)
        #expect(same.agreeing == 45)
        for index in [3, 17, 40] { truth.items[index].value = "CHANGED\(index)" }
        let told = RackComparison(rack, with: truth)
        #expect(told.agreeing == 42)
        let missing = told.differences.filter { $0.kind == .missing }
        let new = told.differences.filter { $0.kind == .new }
        #expect(told.differences.count == 6)
        #expect(Set(missing.compactMap(\.value)) == ["CHANGED3", "CHANGED17", "CHANGED40"])
        #expect(Set(new.compactMap(\.value)) == Set([3, 17, 40].map { photo.codes[$0].value }))
    }
}
