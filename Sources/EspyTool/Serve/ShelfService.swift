import DataMatrix
import Espy
import EspyApp
import EspyHTTP
import EspyPixels
import EspyServer
import EspyText
import EspyTrials

/// Reads shelves for the server, as the settings say at the moment. What reads text is loaded once, when it is first
/// needed, and stays.
actor ShelfService: ShelfReading {
    private let invocation: Invocation
    private let surroundings: Surroundings
    private let telemetry: ShelfTelemetry
    private var finders: (settings: [String], engine: Task<Result<SpineDetectors, Problem>, Never>)?
    /// For photos, and for cameras.
    private var loaded: [Bool: (languages: String, engines: TextEngines)] = [:]

    init(_ invocation: Invocation, _ surroundings: Surroundings) {
        self.invocation = invocation
        self.surroundings = surroundings
        telemetry = ShelfTelemetry(invocation, surroundings)
    }

    nonisolated func read(
        _ image: RGBImage, options: ShelfOptions, readsText: Bool,
        progress: @escaping @Sendable (ShelfStage, Double) -> Void
    ) async throws(HTTPProblem) -> Shelf {
        progress(.looking, 0)
        let text = readsText ? try await spineReader() : nil
        let engine = try await engine()
        let reader = ShelfReader(
            options: options, detector: engine.detector(confidence: options.confidence),
            barcodes: BarcodeReader(), regions: TextFinder(),
            text: text.map { AnnouncingReader(base: $0) { progress(.reading, 0) } }, clock: ContinuousClock())
        do throws(ShelfError) {
            let shelf = try await reader.read(image)
            await telemetry.take(shelf, engine.detection)
            return shelf
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// Nothing is to be seen on the page that has been gone for 0.7 s. Frames and answers are on their way for a part of
    /// that.
    private static let liveOptions = ShelfStreamOptions(freshness: 0.4)

    nonisolated func session(options: ShelfOptions, readsText: Bool) async throws(HTTPProblem) -> any ShelfSession {
        let text = readsText ? try await spineReader(isLive: true) : nil
        let engine = try await engine()
        let detector = engine.detector(confidence: options.confidence, effort: .quick)
        return CameraSession(
            telemetry: telemetry, detection: engine.detection,
            stream: ShelfStream(
                detector: detector, text: TextFinder(), reading: text, options: Self.liveOptions,
                clock: ContinuousClock()))
    }

    nonisolated func note(_ shelf: Shelf, from old: ShelfCorrections?, to new: ShelfCorrections) async {
        guard let detection = try? await engine().detection else { return }
        let changes = TelemetryCorrection.changes(
            from: old, to: new, of: shelf, detector: TelemetryCode(detection.shown.rawValue))
        await telemetry.take(changes, detection)
    }

    /// Writes down what waits.
    func close() async { await telemetry.close() }

    /// The detectors that the settings ask for. Whoever asks first loads them; others wait for the same.
    private func engine() async throws(HTTPProblem) -> SpineDetectors {
        let settings = try settings()
        let asked = [Setting.spineDetector, .spineRollout, .trainedOff].map { settings.text($0) }
        let loading =
            if let finders, finders.settings == asked { finders.engine } else { load(settings) }
        finders = (asked, loading)
        let result = await loading.value
        // What is missing now may be installed later.
        let isWhole = (try? result.get()).map { $0.note == nil } ?? false
        if !isWhole, finders?.engine == loading { finders = nil }
        do throws(Problem) { return try result.get() } catch { throw .modelUnavailable(error.message) }
    }

    private func load(_ settings: Settings) -> Task<Result<SpineDetectors, Problem>, Never> {
        Task { [surroundings] in
            do throws(Problem) {
                return .success(try await SpineDetectors.load(settings, surroundings.environment))
            } catch {
                return .failure(error)
            }
        }
    }

    private func settings() throws(HTTPProblem) -> Settings {
        do throws(UsageError) {
            return try Settings(invocation, surroundings)
        } catch {
            throw .settingsUnusable(error.text)
        }
    }

    /// - Returns: nil where nothing is to be read, or nothing can be: then spines are outlined all the same.
    private func spineReader(isLive: Bool = false) throws(HTTPProblem) -> (any SpineReader)? {
        let text = SpineText(try settings(), surroundings, photos: 1)
        guard let languages = text.languages, let engines = try? engines(languages, text, isLive) else { return nil }
        do throws(Problem) {
            return text.reader(engines, try text.catalogue(), isLive: isLive)
        } catch {
            throw .settingsUnusable("\(printable(text.catalogueFile ?? "")): \(error.message)")
        }
    }

    private func engines(
        _ languages: String, _ text: SpineText, _ isLive: Bool
    ) throws(TextError) -> TextEngines? {
        if let loaded = loaded[isLive], loaded.languages == languages { return loaded.engines }
        guard let engines = try text.engines(isLive: isLive) else { return nil }
        // What is missing now may be installed later.
        if engines.whole != nil { loaded[isLive] = (languages, engines) }
        return engines
    }
}

/// Tells when it begins.
private struct AnnouncingReader: SpineReader {
    let base: any SpineReader
    let begin: @Sendable () -> Void

    func readings(of spines: [Quad], in image: RGBImage) async throws(CancellationError) -> [Shelf.Reading?] {
        begin()
        return try await base.readings(of: spines, in: image)
    }

    func revised(
        _ spines: [DetectedSpine], in image: RGBImage
    ) async throws(CancellationError) -> [(spine: DetectedSpine, reading: Shelf.Reading?)] {
        begin()
        return try await base.revised(spines, in: image)
    }
}

/// Follows the books of one camera.
struct CameraSession: ShelfSession {
    let telemetry: ShelfTelemetry
    let detection: SpineDetection
    let stream: ShelfStream

    func look(at image: RGBImage, time: Double) async -> Shelf {
        let shelf = await stream.look(at: image, time: time)
        await telemetry.takeFrame(shelf, detection)
        return shelf
    }

    func close() async { await stream.reset() }
}
