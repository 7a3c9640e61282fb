import EspySystem

/// What Espy finds around it, and what its caller has said of settings. Nothing else in this module asks the process for
/// it, so tests can choose it.
package struct AppEnvironment: Sendable {
    /// A setting that the caller has given, which goes before all others.
    package struct Given: Sendable, Equatable {
        package let value: String
        /// The flag that it was given by, without dashes.
        package let flag: String

        package init(_ value: String, by flag: String) { (self.value, self.flag) = (value, flag) }
    }

    package var variables: [String: String]
    /// Seconds since 1970.
    package var now: @Sendable () -> Int
    /// How many processors the work may keep busy, that of models included.
    package var processors: Int
    /// Bytes of memory that decoding photos may take.
    package var decodingMemory: Int
    /// The config file, where the caller has named one.
    package var configFile: String?
    /// By key.
    package var given: [String: Given] = [:]

    package init(
        variables: [String: String], processors: Int = Machine.processors, decodingMemory: Int = MemoryShare.quarter,
        now: @escaping @Sendable () -> Int
    ) {
        self.variables = variables
        self.processors = processors
        self.decodingMemory = decodingMemory
        self.now = now
    }

    /// A variable that is set and not empty.
    package func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
