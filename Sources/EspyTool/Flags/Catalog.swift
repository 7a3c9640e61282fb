/// Every command there is, in the order of the help.
package enum Catalog {
    package static let summary = "turn photos into data on your own machine"

    package static let commands = [
        count, rack, shelf, shelfCompare, shelfTelemetry, gallery, galleryTag, serve, devices, history, models, doctor,
        config, completions,
        man, help, docs,
    ]
    package static var listed: [Command] { commands.filter { !$0.isHidden } }

    package static func command(named name: String) -> Command? { commands.first { $0.name == name } }

    /// The command that the first words name, and what follows them. A name of two words goes first.
    package static func command(at arguments: [String]) -> (command: Command, rest: [String])? {
        for count in [2, 1] where arguments.count >= count {
            if let command = command(named: arguments[..<count].joined(separator: " ")) {
                return (command, Array(arguments.dropFirst(count)))
            }
        }
        return nil
    }

    /// First words of all names, with what to say of them.
    static var firstWords: [(word: String, summary: String)] {
        var words: [(word: String, summary: String)] = []
        for command in listed.sorted(by: { $0.words.count < $1.words.count })
        where !words.contains(where: { $0.word == command.words[0] }) {
            words.append((command.words[0], command.summary))
        }
        return words
    }

    /// Commands whose name has two words.
    static var nested: [Command] { listed.filter { $0.words.count == 2 } }

    /// The same, those together that begin alike.
    static var nestedByFirstWord: [(first: String, commands: [Command])] {
        let first = nested.map(\.words[0])
        return Set(first).sorted().map { word in (word, nested.filter { $0.words[0] == word }) }
    }

    /// What may stand in place of a command.
    package static let topFlags = [Flags.help, Flags.version]

    static let rack = Command(
        "rack", "read a photo of a box of vials into rows and columns",
        details: [
            """
            Finds the DataMatrix code on every cap, reads it, and works out its row and column in the box. \
            Rows and columns count from 0, from the top left corner.
            """,
            """
            Standard output is CSV: value,x,y,rect,row,col, one line for each vial, row by row. With several inputs \
            a first column, file, says which photo a line belongs to. --json also tells the empty cells, the caps \
            without a code, and the vials that could not be read.
            """,
            """
            A bad input gives one line on standard error, and the others are still read. Results come in the order \
            of the inputs. A file named with -o or --csv is replaced; a file that Espy names itself never replaces \
            another.
            """,
        ],
        operands: Operands(
            "FILE", count: 1...Int.max, kind: .file,
            help: "A photo (JPEG, PNG, HEIC, AVIF or WebP), a folder of photos, or - for standard input."),
        flags: [
            Flags.grid, Flags.maxDimension, Flags.json, Flags.csv, Flags.raw, Flags.output, Flags.threads,
            Flags.history, Flags.progress, Flags.config, Flags.quiet, Flags.verbose, Flags.help,
        ],
        examples: [
            Example("espy rack box.jpg --grid 9x9 > vials.csv", "one box, as a table"),
            Example("espy rack box.jpg -o checked.jpg", "also draw what was read onto the photo"),
            Example("espy rack monday/ --csv tables/ -o checked/", "a folder of photos, a CSV and a photo for each"),
            Example("espy rack --json *.jpg | jq -r '.vials[].value'", "JSON Lines for a script"),
        ])

    static let doctor = Command(
        "doctor", "check what this machine has and lacks for Espy",
        details: ["Looks at fonts, codecs, folders, processors and memory, and says how to get what is missing."],
        flags: [Flags.jsonReport, Flags.config, Flags.help],
        examples: [Example("espy doctor", "a line for each check")])

    /// Commands have flags of the same name for settings of their own; one command can have but the first of them.
    private static func namedOnce(_ flags: [Flag]) -> [Flag] {
        var names: Set<String> = []
        return flags.filter { names.insert($0.name).inserted }
    }

    package static let config = Command(
        "config", "print every setting and where its value comes from, or change it",
        details: [
            """
            A flag goes before an ESPY_… variable, a variable before the config file, the config file before the \
            default. The config file is JSON: {"threads": 2, "rack": {"grid": "9x9"}}. It may be written by hand, or \
            by set, unset and reset.
            """
        ],
        actions: [
            Action("set", "KEY", "VALUE", says: "Write a setting into the config file."),
            Action("unset", "KEY", says: "Take a setting out of the config file."),
            Action("reset", says: "Take all settings out of the config file."),
        ],
        needsAction: false,
        flags: [Flags.jsonReport]
            + namedOnce(Flags.settings)
            + [Flags.config, Flags.help],
        examples: [
            Example("ESPY_RACK_GRID=9x9 espy config", "see a variable win"),
            Example("espy config set count.similarity 0.9", "make smaller groups from now on"),
        ])

    static let completions = Command(
        "completions", "print a completion script for a shell",
        operands: Operands("SHELL", count: 1...1, kind: .choice(["bash", "zsh", "fish"]), help: "bash, zsh or fish."),
        flags: [Flags.help],
        examples: [
            Example("espy completions bash > ~/.local/share/bash-completion/completions/espy", "for bash"),
            Example("espy completions fish > ~/.config/fish/completions/espy.fish", "for fish"),
        ])

    static let man = Command(
        "man", "print the manual page", flags: [Flags.help],
        examples: [Example("espy man | man -l -", "read it")])

    static let help = Command(
        "help", "explain a command",
        operands: Operands("COMMAND", count: 0...2, kind: .choice(verbs), help: "The command to explain."),
        flags: [Flags.help])

    /// Written out: the list of commands cannot be asked here, for `help` is in it.
    private static let verbs = [
        "count", "rack", "shelf", "telemetry", "serve", "devices", "history", "models", "doctor", "config",
        "completions", "man", "help",
    ]

    static let docs = Command(
        "docs", "print docs/cli.md",
        operands: Operands("PAGE", count: 1...1, kind: .choice(["cli"]), help: "The page to print."),
        flags: [Flags.help], isHidden: true)
}
