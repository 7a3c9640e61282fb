import Espy
import Testing

/// An analyzer's failure is reported in the wording of the program that runs the indexer.
struct FailureWordsTests {
    @Test func failuresAreToldInWords() async throws {
        let library = try LibraryFolder()
        try library.add("a.jpg", seed: 1)
        let gallery = try library.gallery()
        try await gallery.addFolder(library.photos, at: 0)
        let indexer = GalleryIndexer(
            gallery: gallery, analyzer: MiddleAnalyzer(fails: true).analyzer, clock: { 0 },
            words: { $0 == .teaching("no model") ? "there is no model; install one" : "something else" })
        let summary = try await indexer.run()
        #expect(summary.analysisFailure == "there is no model; install one")
        #expect(summary.added == 1)
    }
}
