package import Espy
import EspyPixels
import EspyText
import EspyTrials

/// The spine detectors and readers: the models of this machine, or a replacement.
package struct ShelfEngine: Sendable {
    let detectors: @Sendable (Settings, AppEnvironment) async throws(Problem) -> SpineDetectors
    let readers: @Sendable (SpineText, _ isLive: Bool) throws(TextError) -> SpineReaders?

    package init(
        detectors: @escaping @Sendable (Settings, AppEnvironment) async throws(Problem) -> SpineDetectors,
        readers: @escaping @Sendable (SpineText, _ isLive: Bool) throws(TextError) -> SpineReaders?
    ) {
        (self.detectors, self.readers) = (detectors, readers)
    }

    package static let installed = ShelfEngine { (settings, environment) throws(Problem) in
        try await SpineDetectors.load(settings, environment)
    } readers: { (text, isLive) throws(TextError) in
        try text.readers(isLive: isLive)
    }
}

/// Reads shelves one after the other with the current settings. Detectors and readers are loaded on first use, and stay
/// in memory.
package actor ShelfService {
    private let engine: ShelfEngine
    private let environment: AppEnvironment
    private let telemetry: ShelfTelemetry
    private var finders: (settings: [String], loading: Task<Result<SpineDetectors, Problem>, Never>)?
    /// Separate ones for photos and for cameras.
    private var loaded: [Bool: (languages: String, readers: SpineReaders)] = [:]

    /// - Parameter version: The program's version, for telemetry.
    package init(_ engine: ShelfEngine, _ environment: AppEnvironment, version: String) {
        (self.engine, self.environment) = (engine, environment)
        telemetry = ShelfTelemetry(environment, version: version)
    }

    /// - Parameters:
    ///   - readsText: Whether to read titles, which takes longer.
    ///   - progress: Called on any thread.
    package nonisolated func read(
        _ photo: DecodedPhoto, options: ShelfOptions, readsText: Bool,
        progress: @escaping @Sendable (ShelfStage, Double) -> Void
    ) async throws(Problem) -> Shelf {
        progress(.looking, 0)
        let text = readsText ? try await spineReader() : nil
        let found = try await detectors()
        let task = ShelfTask(options: options, detector: found.detector(confidence: options.confidence), text: text)
        do throws(ShelfError) {
            let shelf = try await task.run(photo, progress: progress)
            await telemetry.take(shelf, found.detection)
            return shelf
        } catch {
            throw Problem(error)
        }
    }

    /// Makes a session that tracks the books of one camera.
    ///
    /// - Parameters:
    ///   - options: Fixed for the session.
    ///   - readsText: Whether to read titles.
    package nonisolated func session(
        options: ShelfOptions, readsText: Bool
    ) async throws(Problem) -> CameraSession {
        let text = readsText ? try await spineReader(isLive: true) : nil
        let found = try await detectors()
        let detector = found.detector(confidence: options.confidence, effort: .quick)
        return CameraSession(
            telemetry: telemetry, detection: found.detection,
            stream: ShelfStream(
                detector: detector, text: TextFinder(), reading: text,
                options: ShelfStreamOptions(
                    confidence: options.confidence, freshness: ShelfStreamOptions.cameraFreshness),
                clock: ContinuousClock()))
    }

    /// Records the user's corrections.
    ///
    /// - Parameters:
    ///   - shelf: The shelf before corrections.
    ///   - old: The previous corrections.
    package nonisolated func note(_ shelf: Shelf, from old: ShelfCorrections?, to new: ShelfCorrections) async {
        guard let detection = try? await detectors().detection else { return }
        let changes = TelemetryCorrection.changes(
            from: old, to: new, of: shelf, detector: TelemetryCode(detection.shown.rawValue))
        await telemetry.take(changes, detection)
    }

    /// Writes pending telemetry.
    package func close() async { await telemetry.close() }

    /// The detectors in the settings. The first caller loads them, others wait.
    private func detectors() async throws(Problem) -> SpineDetectors {
        let settings = try settings()
        let asked = [Setting.spineDetector, .spineRollout, .trainedOff].map { settings.text($0) }
        let loading =
            if let finders, finders.settings == asked { finders.loading } else { load(settings) }
        finders = (asked, loading)
        let result = await loading.value
        // Missing models may be installed later.
        let isWhole = (try? result.get()).map { $0.note == nil } ?? false
        if !isWhole, finders?.loading == loading { finders = nil }
        do throws(Problem) {
            return try result.get()
        } catch {
            throw Problem(error.kind, .modelUnavailable, message: error.message, detail: error.detail)
        }
    }

    private func load(_ settings: Settings) -> Task<Result<SpineDetectors, Problem>, Never> {
        Task { [engine, environment] in
            do throws(Problem) {
                return .success(try await engine.detectors(settings, environment))
            } catch {
                return .failure(error)
            }
        }
    }

    private func settings() throws(Problem) -> Settings {
        do throws(SettingsError) {
            return try Settings(environment)
        } catch {
            throw .settings(error.text)
        }
    }

    /// - Returns: nil if reading is turned off or impossible; spines are still outlined.
    private func spineReader(isLive: Bool = false) throws(Problem) -> (any SpineReader)? {
        let text = SpineText(try settings(), environment, photos: 1)
        guard let languages = text.languages, let readers = try? readers(languages, text, isLive) else { return nil }
        do throws(Problem) {
            return readers.reader(try text.catalog(), isLive: isLive)
        } catch {
            throw .settings("\(printable(text.catalogFile ?? "")): \(error.message)")
        }
    }

    private func readers(
        _ languages: String, _ text: SpineText, _ isLive: Bool
    ) throws(TextError) -> SpineReaders? {
        if let loaded = loaded[isLive], loaded.languages == languages { return loaded.readers }
        guard let readers = try engine.readers(text, isLive) else { return nil }
        // Missing models may be installed later.
        if readers.isComplete { loaded[isLive] = (languages, readers) }
        return readers
    }
}

/// Tracks the books of one camera.
package struct CameraSession: Sendable {
    fileprivate let telemetry: ShelfTelemetry
    fileprivate let detection: SpineDetection
    fileprivate let stream: ShelfStream

    /// - Parameter time: The time of the picture, in seconds since any moment; must not decrease.
    /// - Returns: The current result. If a newer picture replaced this one, the outcome says that it was skipped.
    package func look(at image: RGBImage, time: Double) async -> Shelf {
        let shelf = await stream.look(at: image, time: time)
        await telemetry.takeFrame(shelf, detection)
        return shelf
    }

    package func close() async { await stream.reset() }
}

extension Problem {
    fileprivate static func settings(_ text: String) -> Problem {
        Problem("settings", .settingsUnusable, message: text, detail: text)
    }
}
