import Espy
import EspyInference
import EspySystem
package import EspyText

/// What reads text on this machine: the networks where they are there, Tesseract for scripts that they do not know, and
/// where they are not.
package struct TextEngines: Sendable {
    /// Reads pictures as a whole; nil where there are no networks for any of the languages.
    package let whole: (any TextEngine)?
    /// Nil where the networks are enough.
    package let recognizer: TextRecognizer?
    /// Why the networks are not used though they might be; nil where all is well.
    package let note: String?

    /// - Parameters:
    ///   - names: of languages, as Tesseract has them.
    ///   - callers: pictures that are read at the same time, each by one processor; nil: one after the other, by all of
    ///     them.
    /// - Throws: when nothing can read any of the languages.
    package static func load(
        _ names: String, _ environment: AppEnvironment, callers: Int?
    ) throws(TextError) -> TextEngines {
        guard TextLanguages.areNames(names) else { throw .badLanguageName(names) }
        let scripts = TextScripts(names)
        guard scripts.isKnownToNetworks else {
            return TextEngines(whole: nil, recognizer: try tesseract(names, environment), note: nil)
        }
        let networks: PaddleTextEngine?
        do throws(InferenceError) {
            networks = try paddle(environment, callers: callers)
        } catch {
            let recognizer = try tesseract(names, environment)
            let note = "text is read by Tesseract alone: \(Problem(error).message)"
            return TextEngines(whole: nil, recognizer: recognizer, note: note)
        }
        guard let networks else {
            return TextEngines(whole: nil, recognizer: try tesseract(names, environment), note: nil)
        }
        guard let others = scripts.others else { return TextEngines(whole: networks, recognizer: nil, note: nil) }
        do throws(TextError) {
            let recognizer = try tesseract(others, environment)
            return TextEngines(whole: MixedTextEngine(networks, recognizer), recognizer: recognizer, note: nil)
        } catch {
            // The other languages can be read all the same.
            return TextEngines(whole: networks, recognizer: nil, note: Problem(error).message)
        }
    }

    private static func tesseract(
        _ names: String, _ environment: AppEnvironment
    ) throws(TextError) -> TextRecognizer {
        try TextRecognizer(TextLanguages(names, folders: Folders.textData(environment)))
    }

    /// The networks of this machine.
    ///
    /// - Returns: nil where they, or the library that runs them, are not there, which espy doctor tells.
    static func paddle(
        _ environment: AppEnvironment, callers: Int?
    ) throws(InferenceError) -> PaddleTextEngine? {
        let store = try ModelStore(environment)
        func largest(_ task: ModelEntry.Task) -> ModelEntry? {
            store.library.entries.filter { $0.task == task && store.library.path(of: $0) != nil }
                .max { $0.bytes ?? 0 < $1.bytes ?? 0 }
        }
        guard store.runtime.path != nil, let detector = largest(.textDetector),
            let recognizer = largest(.textRecognizer)
        else { return nil }
        let lanes = callers == nil ? min(environment.processors, PaddleTextEngine.mostLanes) : 1
        return try PaddleTextEngine(
            detector: store.textLoader(callers: callers).loadOpen(detector.id, task: .textDetector),
            recognizer: store.textLoader(callers: callers ?? lanes).loadOpen(recognizer.id, task: .textRecognizer),
            lanes: lanes, isSparing: callers == nil)
    }
}
