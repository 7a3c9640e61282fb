import Espy
import EspyApp
import EspyServer
import EspySystem
import EspyTool
import Foundation
import Testing

struct MachinePacingTests {
    /// The kernel's files, as on a laptop.
    private final class Kernel: Sendable {
        let path = NSTemporaryDirectory() + "espy-kernel-\(UUID().uuidString)"

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws {
            let file = URL(fileURLWithPath: "\(path)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((text + "\n").utf8).write(to: file)
        }

        func heat(_ degrees: Int, critical: Int?) throws {
            try write("thermal/thermal_zone0/temp", "\(degrees)000")
            try write("thermal/thermal_zone0/trip_point_0_type", "passive")
            try write("thermal/thermal_zone0/trip_point_0_temp", "30000")
            guard let critical else { return }
            try write("thermal/thermal_zone0/trip_point_1_type", "critical")
            try write("thermal/thermal_zone0/trip_point_1_temp", "\(critical)000")
        }

        func battery(_ percent: Int, _ status: String, plugged: Int) throws {
            try write("power_supply/BAT0/type", "Battery")
            try write("power_supply/BAT0/capacity", "\(percent)")
            try write("power_supply/BAT0/status", status)
            try write("power_supply/AC/type", "Mains")
            try write("power_supply/AC/online", "\(plugged)")
            try write("power_supply/mouse/type", "Battery")
            try write("power_supply/mouse/scope", "Device")
            try write("power_supply/mouse/capacity", "1")
            try write("power_supply/mouse/status", "Discharging")
        }

        var state: MachineState { MachineGauges(system: path).read() }
    }

    private let kernel = Kernel()
    private let calm = PacingOptions(loadPerProcessor: nil)

    @Test(arguments: [(79, nil, false), (80, nil, true), (84, 105, true), (83, 105, false)])
    func waitsAtEightyPercentOfTheHeat(_ degrees: Int, _ critical: Int?, _ waits: Bool) throws {
        try kernel.heat(degrees, critical: critical)
        let reason = MachinePacing.judge(kernel.state, calm)
        #expect((reason == .heat(degrees: Double(degrees), limit: 0.8 * Double(critical ?? 100))) == waits)
        #expect((reason == nil) == !waits)
        #expect(MachinePacing.judge(kernel.state, PacingOptions(heatShare: nil, loadPerProcessor: nil)) == nil)
    }

    @Test func goesOnWhenItIsClearlyCooler() throws {
        let hot = PauseReason.heat(degrees: 90, limit: 80)
        try kernel.heat(78, critical: 100)
        #expect(MachinePacing.judge(kernel.state, calm, before: hot) != nil)
        #expect(MachinePacing.judge(kernel.state, calm) == nil)
        try kernel.heat(74, critical: 100)
        #expect(MachinePacing.judge(kernel.state, calm, before: hot) == nil)
    }

    @Test func sensorsThatAreNotThereAreLeftOut() throws {
        try kernel.heat(0, critical: 100)
        #expect(kernel.state.heat.isEmpty)
        try kernel.write("thermal/thermal_zone0/temp", "?")
        #expect(kernel.state.heat.isEmpty)
        #expect(MachineGauges(system: "/nowhere").read().heat.isEmpty)
    }

    @Test func waitsOnALowBattery() throws {
        try kernel.battery(20, "Discharging", plugged: 0)
        #expect(MachinePacing.judge(kernel.state, calm) == .battery(percent: 20, limit: 30))
        try kernel.battery(20, "Charging", plugged: 1)
        #expect(MachinePacing.judge(kernel.state, calm) == nil)
        try kernel.battery(30, "Discharging", plugged: 0)
        #expect(MachinePacing.judge(kernel.state, calm) == nil)
        #expect(MachinePacing.judge(kernel.state, calm, before: .battery(percent: 29, limit: 30)) != nil)
    }

    @Test func waitsForTheChargerWhereThatIsSet() throws {
        let environment = AppEnvironment(variables: ["HOME": kernel.path], now: { 0 })
        let store = SettingsStore(environment, gauges: MachineGauges(system: kernel.path))
        #expect(try !store.rows().map(\.key).contains("gallery.wait-for-charger"))
        try kernel.battery(99, "Discharging", plugged: 0)
        #expect(try store.rows().map(\.key).contains("gallery.wait-for-charger"))
        #expect(MachinePacing.judge(kernel.state, IndexingService.pacing(environment))?.isBattery != true)
        try store.change(store.checked(["gallery.wait-for-charger": "true"]))
        let reason = MachinePacing.judge(kernel.state, IndexingService.pacing(environment))
        #expect(reason == .battery(percent: 99, limit: nil))
        try kernel.battery(99, "Charging", plugged: 1)
        let next = MachinePacing.judge(kernel.state, IndexingService.pacing(environment), before: reason)
        #expect(next?.isBattery != true)
    }

    @Test func waitsForOthers() {
        var state = MachineState()
        (state.load, state.processors) = (6, 2)
        let options = PacingOptions(loadPerProcessor: 1.5, ownJobs: 2)
        #expect(MachinePacing.judge(state, options) == .load(2, limit: 1.5))
        state.load = 5
        #expect(MachinePacing.judge(state, options) == nil)
        #expect(MachinePacing.judge(state, options, before: .load(2, limit: 1.5)) != nil)
        // This program's own load is not a reason.
        #expect(MachinePacing.judge(state, PacingOptions(loadPerProcessor: 1, ownJobs: 5)) == nil)
    }

    @Test func asksTheMachine() async throws {
        try kernel.heat(95, critical: 100)
        let pacing = MachinePacing(
            PacingOptions(loadPerProcessor: nil, rest: .milliseconds(1)), gauges: MachineGauges(system: kernel.path))
        #expect(await pacing.reasonToWait() == .heat(degrees: 95, limit: 80))
        try kernel.heat(40, critical: 100)
        while await pacing.reasonToWait() != nil { await pacing.rest() }
    }

    @Test func peopleAskForMoreOrLess() async throws {
        try kernel.battery(20, "Discharging", plugged: 0)
        let machine = MachinePacing(
            PacingOptions(loadPerProcessor: nil, rest: .milliseconds(1)), gauges: MachineGauges(system: kernel.path))
        let pacing = AskedPacing(base: machine)
        #expect(await pacing.reasonToWait() == .battery(percent: 20, limit: 30))
        pacing.pace = .now
        #expect(await pacing.reasonToWait() == nil)
        pacing.pace = .halted
        #expect(await pacing.reasonToWait() == .asked)
        // A machine that is too hot pauses even when asked to work now.
        pacing.pace = .now
        try kernel.heat(95, critical: 100)
        while await pacing.reasonToWait() != .heat(degrees: 95, limit: 80) { await machine.rest() }
    }
}

extension PauseReason {
    fileprivate var isBattery: Bool {
        if case .battery = self { return true }
        return false
    }
}
