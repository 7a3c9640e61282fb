import Espy
import EspyApp

extension Flags {
    package static let container = Flag(
        "container",
        value: FlagValue(
            "NAME",
            .text(expected: "the name of a container", hints: RackContainer.known.map(\.name), check: { !$0.isEmpty })),
        help: """
            The kind of box: 24, 48, 81, 96, 100, 144, 384, unipuck, or one of --containers. It says what --grid, --a1 and \
            --from-below say, unless they are given, too.
            """)
    package static let containers = Flag(
        "containers", value: FlagValue("FILE", .file),
        help: """
            A JSON file with kinds of boxes of your own; without it, containers.json beside the config file is taken \
            where it is there.
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
            The corner of the photo where well A1 is: top-left without this. auto takes the one under which the box \
            agrees best with what it is compared with. X,Y is the middle of A1 in pixels of the photo, where that is at the \
            top left of the box and no walls show.
            """)
    package static let corners = Flag(
        "corners",
        value: FlagValue(
            "X,Y,…",
            .text(
                expected: "X,Y of A1 and of the last well, or of all four corner wells, in pixels",
                hints: [], check: { RackCorners(parsing: $0).map { $0.points.count > 1 } ?? false })),
        help: """
            Where the corner wells are, in pixels of the photo, for a box that does not show by itself where it begins: A1 and \
            the last well; or A1, the end of its row, the last well and the start of the last row. Four and --grid need no \
            other codes to go by.
            """)
    package static let fromBelow = Flag(
        "from-below", help: "The photo shows the box from below, as a flatbed scanner does: mirrored.")
    package static let turn = Flag(
        "turn",
        value: FlagValue(
            "DEGREES",
            .text(
                expected: "degrees from -360 to 360", hints: ["0", "90", "180", "270"],
                check: { Double($0).map(RackOptions.turns.contains) ?? false })),
        help: """
            How far a round container, such as unipuck, is turned in the photo, clockwise, give or take 15 degrees. Without             it, it is worked out from where the pins stand; where that is not sure, the codes have no positions.
            """)
    package static let rackID = Flag(
        "rack-id",
        value: FlagValue(
            "CODE", .text(expected: "a code of 1 to 100 characters", hints: [], check: { Rack.isUsableID($0) })),
        help: """
            The code of the box itself. Without this it is what a DataMatrix beside the vials says, where there is one alone; \
            with --table, --columns, --expect and --compare also a QR code or bar code.
            """)

    /// In the order of the help.
    static let rackPlacing = [container, containers, a1, corners, fromBelow, turn, rackID]
}

extension Settings {
    /// What the settings and the flags say about reading boxes; a container stands for what nobody said.
    func rackOptions(_ invocation: Invocation, _ surroundings: Surroundings) throws(UsageError) -> RackOptions {
        var options = rackOptions
        if let name = invocation.value(Flags.container) {
            let container = try RackContainers.named(name, invocation, surroundings)
            let grid = options.grid
            options = container.options(options)
            if invocation.value(Flags.grid) != nil { options = options.sized(grid) }
        }
        let a1 = invocation.value(Flags.a1)
        if let corner = a1.flatMap(RackView.Corner.init) { options.view.a1 = corner }
        if invocation.isOn(Flags.fromBelow) { options.view.isFromBelow = true }
        options.turn = invocation.value(Flags.turn).flatMap(Double.init)
        if options.turn != nil, options.positions.isEmpty {
            throw UsageError("--turn needs a container with positions, such as --container unipuck", command: "rack")
        }
        return try options.placed(by: a1.flatMap(RackCorners.init(parsing:)), invocation.value(Flags.corners), a1: a1)
    }
}

extension RackOptions {
    /// - Parameters:
    ///   - first: where A1 is.
    ///   - all: what is said of several corner wells.
    ///   - a1: what is said of A1.
    fileprivate func placed(by first: RackCorners?, _ all: String?, a1: String?) throws(UsageError) -> RackOptions {
        if all != nil, a1 != nil {
            throw UsageError("--corners say where A1 is; leave out --a1", command: "rack")
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
        _ name: String, _ invocation: Invocation, _ surroundings: Surroundings
    ) throws(UsageError) -> RackContainer {
        do throws(SettingsError) {
            let containers = try RackContainers(surroundings.environment, file: invocation.value(Flags.containers))
            if let found = containers.named(name) { return found }
            let names = containers.all.map { printable($0.name) }.joined(separator: ", ")
            throw SettingsError("--container \(quoted(name)): expected one of \(names)")
        } catch {
            throw UsageError(error.text, command: "rack")
        }
    }
}

extension RackCorners {
    /// `X,Y,X,Y`, in pixels; blanks and semicolons may stand between.
    init?(parsing text: String) {
        guard let corners = Shape.points(text).flatMap(Self.init(_:)) else { return nil }
        self = corners
    }
}
