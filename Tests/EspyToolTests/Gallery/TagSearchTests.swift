import EspyTool
import Foundation
import Testing

/// Common search words, in a folder of photos with meaningless names.
@Suite(.enabled(if: ShippedModels.areThere && PhotoTruth.isThere))
struct TagSearchTests {
    private static let labels = ["dog", "beach", "horse", "pizza", "kitchen", "document"]
    private static let most = 6

    @Test func photosAreFoundByWhatTheyShow() async throws {
        let scratch = try Scratch()
        let data = ["XDG_DATA_HOME": scratch.file("data")]
        var names: [String: Set<String>] = [:]
        var number = 0
        for label in Self.labels {
            for photo in try PhotoTruth.photos(of: label, most: Self.most) {
                number += 1
                let name = "IMG_\(1000 + number).jpg"
                try scratch.write("photos/\(name)", [UInt8](Data(contentsOf: photo)))
                names[label, default: []].insert(name)
            }
        }
        let added = try await espy(
            ["gallery", "add", scratch.file("photos"), "--detector", "none", "--classifier", "none"], variables: data)
        #expect(added.exit == 0, "\(added.err)")

        func found(_ word: String, _ flags: String...) async throws -> Set<String> {
            let out = try await espy(["gallery", "search", word] + flags, variables: data).out
            return Set(out.split(separator: "\n").map { ($0 as NSString).lastPathComponent })
        }
        let (dogs, beaches, animals) = (try await found("dog"), try await found("beach"), try await found("animal"))
        let shown = (dogs: names["dog"] ?? [], beaches: names["beach"] ?? [], horses: names["horse"] ?? [])
        #expect(dogs.isSubset(of: shown.dogs), "\(dogs)")
        #expect(dogs.count * 2 >= shown.dogs.count, "\(dogs)")
        #expect(!beaches.isEmpty, "\(beaches)")
        #expect(beaches.isSubset(of: shown.beaches), "\(beaches)")
        #expect(animals.isSuperset(of: dogs), "\(animals)")
        #expect(animals.isSubset(of: shown.dogs.union(shown.horses)), "\(animals)")
        // Uncertain matches are mentioned, and listed on request.
        let told = try await espy(["gallery", "search", "animal"], variables: data).err
        let perhaps = try await found("animal", "--perhaps")
        #expect(perhaps.isSuperset(of: animals))
        #expect(told.contains("perhaps") == (perhaps.count > animals.count), "\(told)")
    }
}
