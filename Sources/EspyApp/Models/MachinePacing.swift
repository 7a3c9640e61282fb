package import Espy
import EspySystem
import Foundation
import Synchronization

/// When work in the background waits for the machine. Each limit can be left out.
package struct PacingOptions: Sendable, Equatable {
    /// Of the temperature at which the machine would turn itself off, in degrees: 0.8 is 80 % of it.
    package var heatShare: Double?
    /// While the machine runs on its battery.
    package var battery: Battery?
    /// Processes that want to run for each processor, those of this program aside.
    package var loadPerProcessor: Double?
    /// Photos that this program works on at the same time.
    package var ownJobs: Int
    /// How long to wait before looking again.
    package var rest: Duration

    /// When to wait on battery power.
    package enum Battery: Sendable, Equatable {
        /// Until the charger is connected.
        case always
        /// While it holds less than this.
        case below(percent: Int)
    }

    package init(
        heatShare: Double? = 0.8, battery: Battery? = .below(percent: 30), loadPerProcessor: Double? = 1.5,
        ownJobs: Int = 1, rest: Duration = .seconds(5)
    ) {
        (self.heatShare, self.battery, self.loadPerProcessor) = (heatShare, battery, loadPerProcessor)
        (self.ownJobs, self.rest) = (ownJobs, rest)
    }
}

/// Looks at the machine, not more often than it changes.
package actor MachinePacing: Pacing {
    private let current: @Sendable () -> PacingOptions
    private var options: PacingOptions
    private let gauges: MachineGauges
    private var looked: ContinuousClock.Instant?
    private var reason: PauseReason?

    private static let interval: Duration = .seconds(2)

    /// - Parameter options: asked at each look, so that a changed setting counts at once.
    package init(
        _ options: @autoclosure @escaping @Sendable () -> PacingOptions, gauges: MachineGauges = MachineGauges()
    ) {
        (current, self.options, self.gauges) = (options, options(), gauges)
    }

    package func reasonToWait() -> PauseReason? {
        let now = ContinuousClock.now
        if let looked, now - looked < min(Self.interval, options.rest) { return reason }
        (looked, options) = (now, current())
        reason = Self.judge(gauges.read(), options, before: reason)
        return reason
    }

    package func rest() async { try? await Task.sleep(for: options.rest) }

    /// - Parameter before: why it waited until now. It goes on only when things are clearly better, so that it does not
    ///   begin and stop all the time.
    package static func judge(
        _ state: MachineState, _ options: PacingOptions, before: PauseReason? = nil
    ) -> PauseReason? {
        if let share = options.heatShare, let heat = state.hottest(share: share) {
            var limit = share * heat.critical
            if case .heat = before { limit -= 5 }
            if heat.degrees >= limit { return .heat(degrees: heat.degrees, limit: share * heat.critical) }
        }
        if let battery = options.battery, let percent = state.batteryPercent {
            guard case .below(let limit) = battery else { return .battery(percent: percent, limit: nil) }
            var least = limit
            if case .battery = before { least += 5 }
            if percent < least { return .battery(percent: percent, limit: limit) }
        }
        if let limit = options.loadPerProcessor {
            let others = max(state.load - Double(options.ownJobs), 0) / Double(max(state.processors, 1))
            var most = limit
            if case .load = before { most *= 0.8 }
            if others > most { return .load(others, limit: limit) }
        }
        return nil
    }
}

/// What people want of the indexer.
package enum IndexingPace: Sendable {
    /// It waits while the machine has other work to do, is hot, or runs on a battery that is low.
    case sparing
    /// It waits for heat alone, until all is done.
    case now
    case halted
}

/// Does what people want of the indexer, beside the reasons that the machine has.
package final class AskedPacing: Pacing {
    private let base: (any Pacing)?
    private let wish = Mutex(IndexingPace.sparing)

    package init(base: (any Pacing)?) { self.base = base }

    package var pace: IndexingPace {
        get { wish.withLock { $0 } }
        set { wish.withLock { $0 = newValue } }
    }

    package func reasonToWait() async -> PauseReason? {
        if pace == .halted { return .asked }
        let reason = await base?.reasonToWait()
        if case .heat = reason { return reason }
        return pace == .now ? nil : reason
    }

    /// Short, so that going on is felt at once.
    package func rest() async { try? await Task.sleep(for: .milliseconds(300)) }
}
