package import Espy

/// Reads the shelf on a photo.
package struct ShelfTask: Sendable {
    package let options: ShelfOptions
    let detector: any SpineDetector
    /// Nil skips reading.
    let text: (any SpineReader)?
    /// Identifies books by their barcodes.
    let catalog: (any BookMatcher)?

    package init(
        options: ShelfOptions, detector: any SpineDetector, text: (any SpineReader)?,
        catalog: (any BookMatcher)? = nil
    ) {
        (self.options, self.detector, self.text, self.catalog) = (options, detector, text, catalog)
    }

    /// - Parameter progress: Called on any thread.
    package func run(
        _ photo: DecodedPhoto, progress: @escaping @Sendable (ShelfStage, Double) -> Void = { _, _ in }
    ) async throws(ShelfError) -> Shelf {
        progress(.looking, 0)
        let reader = ShelfReader(
            options: options, detector: detector, barcodes: BarcodeReader(), regions: TextFinder(),
            text: text.map { AnnouncingReader(base: $0) { progress(.reading, 0) } }, catalog: catalog,
            clock: ContinuousClock())
        var shelf = try await reader.read(photo.image)
        shelf.note(photo.source)
        return shelf
    }
}

/// The current stage in one word. Progress reports also give the completed fraction of the stage.
package enum ShelfStage: String, Sendable, CaseIterable {
    case looking
    case reading
}

/// Reports when reading begins.
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
