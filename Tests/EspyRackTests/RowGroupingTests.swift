import DataMatrix
import Espy
import EspyPixels
import EspySamples
import Testing

@Suite struct RowGroupingTests {
    func places(_ centers: [(Double, Double)], _ tolerance: Double) async throws -> [Rack.Place] {
        let readings = centers.indices.map { Reading.at(centers[$0].0, centers[$0].1, "V\($0)", side: 4) }
        let rack = try await RackReader(
            options: RackOptions(grid: .tolerance(tolerance)), source: FakeSource(readings: readings)
        ).read(RGBImage(width: 1000, height: 1000, red: 0, green: 0, blue: 0))
        #expect(rack.layout == .tolerance)
        #expect(rack.outline == nil)
        return centers.indices.compactMap { index in rack.vials.first { $0.value == "V\(index)" }?.place }
    }

    func place(_ row: Int, _ col: Int) -> Rack.Place { Rack.Place(row: row, col: col) }

    @Test func groupsByDistance() async throws {
        let found = try await places([(300, 110), (100, 100), (200, 90), (310, 310), (95, 300)], 60)
        #expect(found == [place(0, 2), place(0, 0), place(0, 1), place(1, 1), place(1, 0)])
    }

    @Test func aSlopingRowStaysTogether() async throws {
        // Each step is below the tolerance, but the whole distance is not.
        let centers = [(50.0, 50.0), (200, 90), (350, 130), (500, 170), (650, 210), (800, 250)]
        let found = try await places(centers, 60)
        #expect(found.map(\.row) == [0, 0, 0, 0, 0, 0])
        #expect(found.map(\.col) == [0, 1, 2, 3, 4, 5])
    }

    @Test func neverTwoRecordsInOneCell() async throws {
        var random = SampleRandom(seed: 3)
        for _ in 0..<20 {
            let centers = (0..<30).map { _ in (random.number(in: 0...999), random.number(in: 0...999)) }
            let found = try await places(centers, random.number(in: 5...300))
            #expect(Set(found).count == found.count)
        }
    }

    @Test func columnsNearerThanTheToleranceAreCountedOn() async throws {
        #expect(
            try await places([(100, 100), (150, 100), (500, 100)], 100) == [place(0, 0), place(0, 1), place(0, 2)])
    }
}
