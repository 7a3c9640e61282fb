package import EspyApp

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

    /// In the order of ``Setting/all``.
    private static func settings(of commands: [Command]) -> [Flag] {
        let flags = Flags.sharedSettings + commands.flatMap { $0.settings + $0.flags }
        return Setting.all.compactMap { setting in flags.first { $0.setting?.key == setting.key } }
    }
}
