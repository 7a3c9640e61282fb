import EspySamples
import EspyTool
import Foundation
import Testing

/// `espy shelf order`.
struct OrderCommandTests {
    private let scratch: Scratch
    private let photo = Repository.path("Tests/Samples/labels/shelf.jpg")

    init() throws { scratch = try Scratch() }

    @Test func booksOutOfOrderAreToldWithoutAList() async throws {
        let drawn = scratch.file("marked.jpg")
        let ending = try await espy("shelf", "order", photo, "--json", "-v", "-o", drawn, "--no-history")
        #expect(ending.exit == 1, "\(ending.err)")
        let truth = LabeledShelf.committed
        let wanted = truth.misplaced.map { truth.labels[$0].joined(separator: " ") }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        #expect(object["basis"] as? String == "labels")
        #expect(object["order"] as? String == "call-number")
        let findings = try #require(object["findings"] as? [[String: Any]])
        let told = findings.filter { $0["status"] as? String == "misplaced" }.compactMap {
            ($0["book"] as? [String: Any])?["callNumber"] as? String
        }
        // Small labels may be unreadable, but no book is moved that is in order.
        let first = try #require(told.first)
        #expect(Set(told).isSubset(of: wanted), "\(told)")
        #expect(ending.err.contains("\(told.count) out of order"), "\(ending.err)")
        #expect(ending.err.contains("out of order: \(first) belongs "), "\(ending.err)")
        #expect(FileManager.default.fileExists(atPath: drawn))
    }

    @Test func tableIsThatOfAnInventory() async throws {
        let ending = try await espy("shelf", "order", photo, "--all", "--no-history")
        #expect(
            ending.out.hasPrefix(
                "status,title,author,isbn,callNumber,after,file,row,position,spine,confidence,text,reason,perhaps\r\n"
            ))
        #expect(ending.out.contains("\nmisplaced,"))
        #expect(ending.out.contains("\npresent,"))
    }

    @Test func shelfWithoutLabelsIsSaid() async throws {
        let bare = Repository.path("Tests/Samples/inventory/shelf.jpg")
        let ending = try await espy("shelf", "order", bare, "--no-history")
        #expect(ending.exit == 1)
        #expect(ending.err.contains("no call number was read"), "\(ending.err)")
        #expect(try await espy("shelf", "order").exit == 64)
        #expect(try await espy("shelf", "order", photo, "--order", "list").exit == 64)
    }

    @Test func spinesHaveTheirCallNumbers() async throws {
        let ending = try await espy("shelf", photo, "--json", "--no-history")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        let spines = try #require(object["spines"] as? [[String: Any]])
        let read = spines.compactMap { $0["callNumber"] as? String }
        #expect(read.count > spines.count / 2)
        // The label is no part of the title.
        for spine in spines {
            guard let number = spine["callNumber"] as? String, let text = spine["text"] as? String else { continue }
            #expect(!text.contains(number.prefix(5)), "\(text)")
        }
    }
}
