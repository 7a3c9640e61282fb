import Espy
import EspyApp

extension Flags {
    package static let container = Flag(
        "container",
        value: FlagValue(
            "NAME",
            .text(expected: "the name of a container", hints: RackContainer.known.map(\.name), check: { !$0.isEmpty })),
        help: """
            Type of container: 24, 48, 81, 96, 100, 144, 384, unipuck, or one of --containers. Sets --grid, --a1 and \
            --mirrored unless you give them.
            """)
    package static let containers = Flag(
        "containers", value: FlagValue("FILE", .file),
        help: """
            JSON file that defines your own containers. Default: containers.json next to the config file, if it \
            exists.
            """)
    package static let a1 = Flag(
        "a1",
        value: FlagValue(
            "CORNER|X,Y",
            .text(
                expected: "top-left, top-right, bottom-left, bottom-right, auto, or X,Y in pixels",
                hints: RackView.Corner.allCases.map(\.rawValue) + ["auto"],
                check: {
                    $0 == "auto" || RackView.Corner(rawValue: $0) != nil || RackCorners(parsing: $0)?.points.count == 1
                })),
        help: """
            Corner of the photo where well A1 is; by default top-left. auto picks the corner that fits the comparison \
            best. X,Y is the center of A1 in pixels, for a box whose walls are not visible, with A1 at its top left.
            """)
    package static let corners = Flag(
        "corners",
        value: FlagValue(
            "X,Y,…",
            .text(
                expected: "X,Y of A1 and of the last well, or of all four corner wells, in pixels",
                hints: [], check: { RackCorners(parsing: $0).map { $0.points.count > 1 } ?? false })),
        help: """
            Corner wells in pixels, for a box whose edges are not visible: A1 and the last well; or A1, the end of its \
            row, the last well and the start of the last row. With all four and --grid, no other codes are needed.
            """)
    package static let mirrored = Flag(
        "mirrored", formerly: "from-below",
        help: "The photo shows the box from below, mirrored, as a flatbed scanner does.")
    package static let turn = Flag(
        "turn",
        value: FlagValue(
            "DEGREES",
            .text(
                expected: "degrees from -360 to 360", hints: ["0", "90", "180", "270"],
                check: { Double($0).map(RackOptions.turns.contains) ?? false })),
        help: """
            Clockwise rotation of a round container, such as unipuck, within 15 degrees. By default it is worked out \
            from the pins; if that is uncertain, the codes get no positions.
            """)
    package static let rackID = Flag(
        "rack-id",
        value: FlagValue(
            "CODE", .text(expected: "a code of 1 to 100 characters", hints: [], check: { Rack.isUsableID($0) })),
        help: """
            Code of the box. Default: the DataMatrix beside the vials, if there is only one; with --table, --columns, \
            --expect and --compare, also a QR code or barcode.
            """)

    /// In the order of the help.
    static let rackPlacing = [container, containers, a1, corners, mirrored, turn, rackID]
}

extension Settings {
    /// Combines the settings and flags for reading racks; the container supplies the rest.
    func rackOptions(_ invocation: Invocation, _ process: ProcessEnvironment) throws(UsageError) -> RackOptions {
        var options = rackOptions
        if let name = invocation.value(Flags.container) {
            let container = try RackContainers.named(name, invocation, process)
            let grid = options.grid
            options = container.options(options)
            if invocation.value(Flags.grid) != nil { options = options.sized(grid) }
        }
        let a1 = invocation.value(Flags.a1)
        if let corner = a1.flatMap(RackView.Corner.init) { options.view.a1 = corner }
        if invocation.isOn(Flags.mirrored) { options.view.isFromBelow = true }
        options.turn = invocation.value(Flags.turn).flatMap(Double.init)
        if options.turn != nil, options.positions.isEmpty {
            throw UsageError("--turn needs a container with positions, such as --container unipuck", command: "rack")
        }
        return try options.placed(by: a1.flatMap(RackCorners.init(parsing:)), invocation.value(Flags.corners), a1: a1)
    }
}

extension RackOptions {
    /// - Parameters:
    ///   - first: The position of A1.
    ///   - all: The value of the flag for several corner wells.
    ///   - a1: The value of the flag for A1.
    fileprivate func placed(by first: RackCorners?, _ all: String?, a1: String?) throws(UsageError) -> RackOptions {
        if all != nil, a1 != nil {
            throw UsageError("--corners already sets A1; leave out --a1", command: "rack")
        }
        guard let corners = all.flatMap(RackCorners.init(parsing:)) ?? first else { return self }
        do throws(RackError) {
            return try placed(by: corners)
        } catch {
            throw UsageError("--\(all == nil ? "a1" : "corners"): \(Problem.unusableCorners)", command: "rack")
        }
    }
}

extension RackContainers {
    fileprivate static func named(
        _ name: String, _ invocation: Invocation, _ process: ProcessEnvironment
    ) throws(UsageError) -> RackContainer {
        do throws(SettingsError) {
            let containers = try RackContainers(process.environment, file: invocation.value(Flags.containers))
            if let found = containers.named(name) { return found }
            let names = containers.all.map { printable($0.name) }.joined(separator: ", ")
            throw SettingsError("--container \(quoted(name)): expected one of \(names)")
        } catch {
            throw UsageError(error.text, command: "rack")
        }
    }
}

extension RackCorners {
    /// `X,Y,X,Y`, in pixels; also with spaces and semicolons.
    init?(parsing text: String) {
        guard let corners = Shape.points(text).flatMap(Self.init(_:)) else { return nil }
        self = corners
    }
}
