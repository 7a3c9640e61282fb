import Espy
import EspyTrials

extension SpineDetection {
    /// Returns the spine detector used with default settings.
    ///
    /// - Parameter models: the folder of the models; nil if there are none.
    static func usual(models: String?) async throws -> StackedSpineDetector {
        let usual = FeatureFlag(FeatureFlag.trainedSpines, stage: FeatureFlag.trainedSpinesStage).detection(for: "")
            .shown
        guard let models else { return usual.photoDetector(nil) }
        let loader = ModelLoader(
            library: try ModelLibrary(folders: [models]),
            runtime: InferenceRuntime(folders: InferencePlaces.process().runtime))
        return usual.photoDetector(try await .load(loader))
    }
}

extension ShelfReader {
    /// Returns a reader that works like `espy shelf` with default settings.
    ///
    /// - Parameter models: the folder of the models; nil if there are none, and Tesseract reads.
    static func usual(models: String?) async throws -> ShelfReader {
        ShelfReader(
            detector: try await SpineDetection.usual(models: models), barcodes: BarcodeReader(), regions: TextFinder(),
            text: try usualText(models: models))
    }

    /// Returns the reader of spine text used with default settings.
    static func usualText(models: String?) throws -> any SpineReader {
        if let models {
            return SpineLineReader(try PaddleTextEngine(models: models), words: try WordList(folders: [models]))
        }
        return SpineTextReader(try TextRecognizer(TextLanguages()))
    }
}
