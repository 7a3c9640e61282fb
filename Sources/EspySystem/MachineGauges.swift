import Foundation

/// How the machine is doing.
package struct MachineState: Sendable, Equatable {
    package struct Heat: Sendable, Equatable {
        /// Celsius.
        package var degrees: Double
        /// Where the machine turns itself off.
        package var critical: Double

        package init(degrees: Double, critical: Double) { (self.degrees, self.critical) = (degrees, critical) }
    }

    package var heat: [Heat] = []
    /// `nil` while it does not run on a battery.
    package var batteryPercent: Int?
    /// Processes that wanted to run, as a mean over the last minute.
    package var load = 0.0
    package var processors = 1

    package init() {}

    /// What is nearest to a share of its limit.
    package func hottest(share: Double) -> Heat? {
        heat.max { $0.degrees - share * $0.critical < $1.degrees - share * $1.critical }
    }
}

/// Reads what Linux tells of the machine. Where it tells nothing, nothing is known.
package struct MachineGauges: Sendable {
    private let system: String

    /// - Parameter system: where the files of the kernel are.
    package init(system: String = "/sys/class") { self.system = system }

    package func read() -> MachineState {
        var state = MachineState()
        state.heat = heat()
        state.batteryPercent = battery()
        var loads = [0.0, 0, 0]
        if getloadavg(&loads, 3) > 0 { state.load = loads[0] }
        state.processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        return state
    }

    private func heat() -> [MachineState.Heat] {
        let zones = names(in: "thermal").filter { $0.hasPrefix("thermal_zone") }
        return zones.compactMap { zone in
            let folder = "thermal/\(zone)"
            // Sensors that are not there tell 0, or a number that no machine would live with.
            guard let degrees = number("\(folder)/temp").map({ Double($0) / 1_000 }), (1..<150).contains(degrees) else {
                return nil
            }
            let critical = (0..<16).first { text("\(folder)/trip_point_\($0)_type") == "critical" }
                .flatMap { number("\(folder)/trip_point_\($0)_temp") }.map { Double($0) / 1_000 }
            // Most processors turn themselves off at 100.
            return MachineState.Heat(degrees: degrees, critical: critical.flatMap { $0 > 40 ? $0 : nil } ?? 100)
        }
    }

    private func battery() -> Int? {
        let supplies = names(in: "power_supply").map { "power_supply/\($0)" }
        if supplies.contains(where: { text("\($0)/type") == "Mains" && number("\($0)/online") == 1 }) { return nil }
        // A mouse has one, too: its scope is "Device".
        let batteries = supplies.filter { text("\($0)/type") == "Battery" && text("\($0)/scope") != "Device" }
        return batteries.filter { text("\($0)/status") == "Discharging" }.compactMap { number("\($0)/capacity") }.min()
    }

    private func names(in folder: String) -> [String] { (try? Files.names(in: "\(system)/\(folder)")) ?? [] }

    private func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

    private func text(_ path: String) -> String? {
        guard let bytes = try? Files.read("\(system)/\(path)", limit: 4_096) else { return nil }
        let line = bytes.prefix { $0 != 0x0A }
        return String(decoding: line, as: UTF8.self)
    }
}
