package import EspyApp

extension ProcessEnvironment {
    /// Applies the settings among the flags of a command.
    package func given(_ invocation: Invocation) -> ProcessEnvironment {
        var process = self
        process.environment.take(invocation)
        return process
    }
}

extension AppEnvironment {
    /// Applies the settings among the flags of a command.
    mutating func take(_ invocation: Invocation) {
        configFile = invocation.value(Flags.config)
        given = [:]
        for flag in invocation.command.flags {
            guard let setting = flag.setting else { continue }
            let text = invocation.value(flag) ?? invocation.switches[flag.name].map(String.init)
            if let text { given[setting.key] = Given(text, by: flag.name) }
        }
    }
}

extension Settings {
    /// Reads the settings, and applies those among the flags of a command.
    package init(_ invocation: Invocation, _ process: ProcessEnvironment) throws(UsageError) {
        do throws(SettingsError) {
            try self.init(process.given(invocation).environment)
        } catch {
            throw UsageError(error.text)
        }
    }
}
