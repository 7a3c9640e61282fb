extension CommandTable {
    /// The commands of espy. A new one is a folder of its own and a line here.
    ///
    /// - Parameter counting: what `espy count` and the web app count with.
    package static func program(counting: CountEngine = .installed) -> CommandTable {
        let commands: [Command] = [
            .count(with: counting),
            .rack,
            .shelf,
            .shelfInventory,
            .shelfLists,
            .shelfBooks,
            .shelfCatalog,
            .shelfCompare,
            .shelfTelemetry,
            .gallery,
            .galleryTag,
            .serve(countingWith: counting),
            .devices,
            .tokens,
            .backup,
            .restore,
            .history,
            .recipe(with: counting),
            .models,
            .doctor,
            .watch,
        ]
        let settings = settings(of: commands)
        let known = commands + Command.workers(countingWith: counting) + [.config(settings), .completions, .man]
        return CommandTable(
            "turn photos into data on your own machine", known + [.help(on: known), .docs], settings: settings)
    }

    /// The table of the program as it is installed.
    package static let espy = program()

    /// Those that people know go in the order that they know; those of commands that came later follow.
    private static func settings(of commands: [Command]) -> [Flag] {
        let known = Flags.sharedSettings + Flags.rackSettings + Flags.countSettings + Flags.shelfSettings
        let all = known + [Flags.telemetry] + commands.flatMap(\.settings)
        var keys: Set<String> = []
        return all.filter { flag in flag.setting.map { keys.insert($0.key).inserted } ?? false }
    }
}
