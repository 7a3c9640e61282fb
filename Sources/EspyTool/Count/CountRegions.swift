import Espy
import EspyApp
import EspyCodecs
import EspyPixels
import EspySystem
import Foundation

/// Flags that divide a photo into parts.
extension Flags {
    package static let regions = Flag(
        "regions", value: FlagValue("FILE", .path),
        help: """
            Count each named region of FILE separately. FILE is JSON with the name and corners of each region, or a \
            LabelMe file; see docs/guide/count-in-regions.md.
            """)
    package static let regionGrid = Flag(
        "region-grid",
        value: FlagValue(
            "RxC",
            .text(expected: "rows x columns, such as 4x6", hints: [], check: { RegionLayout.Grid(parsing: $0) != nil })),
        help: "Divide the photo into a grid of regions named A1, A2 and so on, and count each separately.")
    package static let within = Flag(
        "within",
        value: FlagValue(
            "X,Y,…",
            .text(
                expected: "a box X,Y,W,H or four corners X,Y,X,Y,X,Y,X,Y in pixels", hints: [],
                check: { Shape.quad($0) != nil })),
        help: """
            Where the grid is: a box, or its four corners, starting at A1, then along its row and around. The grid may \
            be seen at an angle.
            """)
    static let regionFlags = [regions, regionGrid, within]
}

extension RegionLayout.Grid {
    /// `4x6`: rows and columns.
    init?(parsing text: String) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let rows = numbers[0], let columns = numbers[1],
            (1...RegionLayout.most).contains(rows), (1...RegionLayout.most).contains(columns),
            rows * columns <= RegionLayout.most
        else { return nil }
        self.init(rows: rows, columns: columns)
    }
}

extension RegionLayout {
    /// Largest file that is read.
    private static let limit = 4 << 20

    /// What the flags say; nil for nothing.
    ///
    /// - Parameter command: whose flags they are.
    init?(_ invocation: Invocation, command: String) throws(UsageError) {
        self.init()
        do throws(Problem) {
            if let path = invocation.value(Flags.regions) { self = try Self.read(path) }
        } catch {
            throw UsageError("--regions: \(error.message)", command: command)
        }
        let within = invocation.value(Flags.within).flatMap(Shape.quad)
        if var grid = invocation.value(Flags.regionGrid).flatMap({ Grid(parsing: $0) }) {
            guard self == RegionLayout() else {
                throw UsageError("--regions and --region-grid exclude each other; choose one", command: command)
            }
            grid.within = within
            self.grid = grid
        } else if within != nil {
            throw UsageError("--within needs --region-grid", command: command)
        }
        if self == RegionLayout() { return nil }
    }

    /// With what a file of regions holds in place of its name: results that were made with other regions are made again.
    static func marked(_ invocation: Invocation, _ layout: RegionLayout?) -> Invocation {
        guard let layout, invocation.value(Flags.regions) != nil, let line = try? JSONText.line(layout) else {
            return invocation
        }
        var marked = invocation
        marked.values[Flags.regions.name] = SHA256.hex(of: Array(line.utf8))
        return marked
    }

    private static func read(_ path: String) throws(Problem) -> RegionLayout {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: limit)
        } catch {
            throw Problem("unreadableRegions", "\(printable(error.path)): \(error.text)")
        }
        do {
            let layout = try RegionLayout(reading: Data(bytes))
            guard layout.grid != nil || !layout.regions.isEmpty else {
                throw Problem("unreadableRegions", "\(printable(path)): no regions in the file; add some")
            }
            return layout
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(
                "unreadableRegions",
                "\(printable(path)): \(JSONFault.text(error)); see docs/guide/count-in-regions.md")
        }
    }
}

/// What is told of regions beside the numbers.
enum RegionLines {
    /// `A1: 5 things (4 to 6)` for each region that may hold another number.
    static func unsure(in count: Count) -> [String] {
        count.regions.filter { $0.range.low != $0.range.high }.map { region in
            let what = count.telling(region.count)
            return "\(printable(region.name)): \(what) (\(region.range.low) to \(region.range.high))"
        }
    }
}
