package import EspyApp
import EspyInference
package import EspySystem

/// The environment of the process. Nothing else in the tool reads it from the process, so that tests can replace it.
package struct ProcessEnvironment: Sendable {
    /// Variables, clock, processors and memory, and the settings among the flags.
    package var environment: AppEnvironment
    package var input: Descriptor
    package var output: Descriptor
    package var errors: Descriptor
    /// The path of this program, to start it again; nil if it is not the espy program, as in tests.
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

    /// The environment of this process.
    static var process: ProcessEnvironment {
        var process = ProcessEnvironment(variables: processVariables(), now: { time(nil) })
        process.program = InferencePlaces.executable
        return process
    }

    /// Seconds since 1970.
    package var now: @Sendable () -> Int { environment.now }

    /// The number of processors to use, including for models.
    package var processors: Int { environment.processors }

    /// The value of a variable, unless it is empty.
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
