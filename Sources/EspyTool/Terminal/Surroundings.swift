package import EspyApp
import EspyInference
package import EspySystem

/// What the program finds around it. Nothing else in the tool asks the process for it, so tests can choose it.
package struct Surroundings: Sendable {
    /// Variables, clock, processors and memory, and what flags say of settings.
    package var environment: AppEnvironment
    package var input: Descriptor
    package var output: Descriptor
    package var errors: Descriptor
    /// Where this program is, to be started once more; nil where this is no program of its own, as in tests.
    package var program: String?

    package init(
        variables: [String: String], input: Descriptor = .input, output: Descriptor = .output,
        errors: Descriptor = .errors, processors: Int = Machine.processors, decodingMemory: Int = MemoryShare.quarter,
        now: @escaping @Sendable () -> Int
    ) {
        environment = AppEnvironment(
            variables: variables, processors: processors, decodingMemory: decodingMemory, now: now)
        self.input = input
        self.output = output
        self.errors = errors
    }

    /// Those of this process.
    static var process: Surroundings {
        var surroundings = Surroundings(variables: processVariables(), now: { time(nil) })
        surroundings.program = InferencePlaces.executable
        return surroundings
    }

    /// Seconds since 1970.
    package var now: @Sendable () -> Int { environment.now }

    /// How many processors the work may keep busy, that of models included.
    package var processors: Int { environment.processors }

    /// A variable that is set and not empty.
    func variable(_ name: String) -> String? { environment.variable(name) }

    private static func processVariables() -> [String: String] {
        var result: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return result
    }
}
