import Espy
import EspyInference
import EspySystem
package import EspyText

/// The text readers of this machine: the neural networks if installed; Tesseract for scripts that they do not support,
/// or if they are missing.
package struct TextEngines: Sendable {
    /// Reads whole pictures; nil if no network supports any of the languages.
    package let whole: (any TextEngine)?
    /// Nil if the networks are enough.
    package let recognizer: TextRecognizer?
    /// Why installed networks are not used; nil if there is no problem.
    package let note: String?

    /// - Parameters:
    ///   - names: Languages, with Tesseract's names.
    ///   - callers: The number of pictures to analyze in parallel, a part of which is reading them; nil reads them one
    ///     after the other on all processors.
    /// - Throws: An error if none of the languages can be read.
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
            // The other languages can still be read.
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
    /// - Returns: nil if they or the runtime are missing, which `espy doctor` reports.
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
        // Of each network, 100 MB, one for two callers is enough: they wait for it only while both read text. Several
        // processors on one picture take a tenth more of their time, so they do that only where they would idle.
        let shared = callers.flatMap { $0 > 1 ? store.loader(callers: $0 / 2) : nil }
        return try PaddleTextEngine(
            detector: (shared ?? store.textLoader(copies: 1)).loadOpen(detector.id, task: .textDetector),
            recognizer: (shared ?? store.textLoader(copies: lanes)).loadOpen(recognizer.id, task: .textRecognizer),
            lanes: lanes, isSparing: callers == nil)
    }
}
