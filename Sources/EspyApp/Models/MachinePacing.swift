package import Espy
import EspySystem
import Foundation
import Synchronization

/// When background work pauses. Each limit is optional.
package struct PacingOptions: Sendable, Equatable {
    /// Maximum temperature as a fraction of the critical temperature in degrees: 0.8 is 80% of it.
    package var heatShare: Double?
    /// While the machine runs on its battery.
    package var battery: Battery?
    /// Maximum number of runnable processes per processor, excluding this program's.
    package var loadPerProcessor: Double?
    /// The number of photos that this program processes in parallel.
    package var ownJobs: Int
    /// The time between checks while waiting.
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

/// Checks the machine, no more often than its values change.
package actor MachinePacing: Pacing {
    private let current: @Sendable () -> PacingOptions
    private var options: PacingOptions
    private let gauges: MachineGauges
    private var looked: ContinuousClock.Instant?
    private var reason: PauseReason?

    private static let interval: Duration = .seconds(2)

    /// - Parameter options: Read at each check, so that a changed setting takes effect immediately.
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

    /// - Parameter before: Why it has been waiting. It resumes only when the value is clearly better, to avoid stopping
    ///   and starting all the time.
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

/// The user's choice for the indexer.
package enum IndexingPace: Sendable {
    /// Waits while the machine is busy, hot, or has a low battery.
    case sparing
    /// Waits only for heat, until everything is indexed.
    case now
    case halted
}

/// Combines the user's choice with the limits of the machine.
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

    /// Short, so that resuming takes effect immediately.
    package func rest() async { try? await Task.sleep(for: .milliseconds(300)) }
}
