import Foundation
import Testing

/// The paths in docs/architecture.md match the sources.
struct ArchitectureTests {
    private static func stations() throws -> [(way: Int, file: String, types: [String])] {
        var way = 0
        return try Repository.text("docs/architecture.md").split(separator: "\n").compactMap { line in
            guard let station = line.firstMatch(of: /^(\d+)\. `(.+?)`: (.*)$/) else { return nil }
            if station.1 == "1" { way += 1 }
            return (way, String(station.2), station.3.matches(of: /`(\w+)`/).map { String($0.1) })
        }
    }

    @Test func stationsAreThere() throws {
        let stations = try Self.stations()
        #expect(Set(stations.map(\.way)).count == 9)
        for station in stations {
            let text = try Repository.text(station.file)
            for type in station.types {
                let declaration = try Regex("\\b(struct|actor|class|enum|protocol|extension) \(type)\\b")
                #expect(text.contains(declaration.wordBoundaryKind(.simple)), "\(station.file) declares no \(type)")
            }
        }
    }

    /// The stations are measured: `make ways` writes them, and fails if the code has more.
    @Test func noWayHasMoreThanTwentyStations() throws {
        for (_, way) in Dictionary(grouping: try Self.stations(), by: \.way) { #expect(way.count <= 20) }
    }
}
