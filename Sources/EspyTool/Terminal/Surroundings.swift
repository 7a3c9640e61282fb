import EspyInference

/// What the program finds around it. Nothing else in the tool asks the process for it, so tests can choose it.
package struct Surroundings: Sendable {
    package var variables: [String: String]
    package var input: Descriptor
    package var output: Descriptor
    package var errors: Descriptor
    /// Seconds since 1970.
    package var now: @Sendable () -> Int
    /// How many processors the work may keep busy, that of models included.
    package var processors: Int
    /// Bytes of memory that decoding photos may take.
    package var decodingMemory: Int
    /// Where this program is, to be started once more; nil where this is no program of its own, as in tests.
    package var program: String?

    package init(
        variables: [String: String], input: Descriptor = .input, output: Descriptor = .output,
        errors: Descriptor = .errors, processors: Int = Machine.processors, decodingMemory: Int = MemoryShare.quarter,
        now: @escaping @Sendable () -> Int
    ) {
        self.variables = variables
        self.input = input
        self.output = output
        self.errors = errors
        self.processors = processors
        self.decodingMemory = decodingMemory
        self.now = now
    }

    /// Those of this process.
    static var process: Surroundings {
        var surroundings = Surroundings(variables: processVariables(), now: { time(nil) })
        surroundings.program = InferencePlaces.executable
        return surroundings
    }

    /// A variable that is set and not empty.
    func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

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
