import Espy
import EspyApp

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions
    let text: SpineText
    let history: HistoryRecorder
    /// Frames per second of a film that are looked at, at most.
    let filmRate: Int
    /// The form of a catalogue that the books are wanted in.
    let table: BookTableForm?
    /// Where the shelves stand.
    let place: ShelfPlace?

    /// - Parameters:
    ///   - photos: how many are looked at in all; nil for the operands.
    ///   - history: nil for what the settings say.
    init(
        _ invocation: Invocation, _ settings: Settings, _ surroundings: Surroundings, photos: Int? = nil,
        history: HistoryRecorder? = nil
    ) throws {
        run = try RunPlan(invocation, settings, surroundings)
        options = settings.shelfOptions
        text = SpineText(
            settings, surroundings.environment, photos: photos ?? run.inputs.count, encoding: invocation.encoding)
        self.history = history ?? HistoryRecorder(settings, surroundings.environment)
        filmRate = Int(settings.text(.filmRate)) ?? 15
        table = invocation.value(Flags.bookTable).flatMap(BookTableForm.init)
        place = invocation.value(Flags.shelfPlace).flatMap(ShelfPlace.init)
        if place != nil, history == nil, !settings.isOn(.history) {
            throw UsageError(
                "--place is kept in the history, which is off; leave it out, or say --history", command: run.command)
        }
        if table != nil, run.json || run.results != nil {
            throw UsageError("--table and JSON are two answers; choose one", command: run.command)
        }
        if table != nil, case .folder = run.csv {
            throw UsageError(
                "--table gives one table for all inputs; give --csv the name of a file", command: run.command)
        }
        guard run.photo == nil || !run.inputs.contains(where: FilmSource.isFilm) else {
            throw UsageError("-o draws on photos; leave it out for films", command: run.command)
        }
    }
}
