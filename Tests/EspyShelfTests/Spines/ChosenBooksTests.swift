import Espy
import EspyPixels
import EspySamples
import Testing

/// The judge of frames, on rendered frames with seeds that it was not trained with.
@Suite struct ChosenBooksTests {
    private let judged = SeparatorDetector(effort: .quick, isJudged: true)

    private func books(of quad: Quad, _ books: [PanningShelf.Spine]) -> Bool {
        books.contains { QuadOverlap.share(quad, $0.quad) > 0.5 }
    }

    @Test func judgeKeepsBooksAndRefusesWhatLiesBetweenThem() async throws {
        var (plain, trusted) = ((right: 0, wrong: 0), (right: 0, wrong: 0))
        for seed in [11, 12, 13] as [UInt64] {
            let video = PanningShelf(seed: seed, lengths: 2, conditions: .harsh)
            let (image, spines) = video.frame(at: 4)
            for found in try await SeparatorDetector(effort: .quick).spines(in: image) {
                if books(of: found.quad, spines) { plain.right += 1 } else { plain.wrong += 1 }
            }
            for found in try await judged.spines(in: image) where found.confidence >= 0.5 {
                if books(of: found.quad, spines) { trusted.right += 1 } else { trusted.wrong += 1 }
            }
        }
        #expect(plain.right > 60)
        #expect(Double(trusted.right) > 0.85 * Double(plain.right), "\(trusted) of \(plain)")
        #expect(Double(trusted.wrong) < 0.4 * Double(plain.wrong), "\(trusted) of \(plain)")
    }

    @Test func judgeChangesTheConfidenceAndNothingElse() async throws {
        let (image, _) = PanningShelf(seed: 14, width: 960, height: 540, lengths: 2).frame(at: 3)
        let plain = try await SeparatorDetector(effort: .quick).spines(in: image)
        let judged = try await judged.spines(in: image)
        #expect(plain.map(\.quad) == judged.map(\.quad))
        #expect(plain.map(\.confidence) != judged.map(\.confidence))
        #expect(judged.allSatisfy { 0...1 ~= $0.confidence })
    }

    @Test func everyFeatureHasAName() throws {
        let (image, _) = PanningShelf(seed: 14, width: 960, height: 540, lengths: 2).frame(at: 3)
        for view in ShelfView.views(of: image, enlarging: .quick) {
            let (books, quads) = judged.choose(in: view)
            #expect(books.books.count == quads.count)
            for index in quads.indices {
                let features = books.features(of: index)
                #expect(features.count == ChosenBooks.names.count)
                #expect(features.allSatisfy { $0.isFinite })
            }
        }
    }

    @Test func pictureWithoutBooksHasNone() async throws {
        let flat = RGBImage(width: 640, height: 360, red: 90, green: 90, blue: 90)
        #expect(try await judged.spines(in: flat).isEmpty)
    }
}
