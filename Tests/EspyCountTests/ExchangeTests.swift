import Espy
import EspyPixels
import Foundation
import Testing

/// Files of other tools for counting or marking, written and read.
struct ExchangeTests {
    private let count = Count.made([
        .init(at: 50, 60), .init(at: 120.25, 61.5, side: 33.5), .init(at: 300, 200, main: false), .init(at: 580, 380),
    ])

    private func boxes(_ photo: MarkedPhoto) -> [Rect] {
        photo.marks.compactMap { if case .box(let box) = $0.place { box } else { nil } }
    }

    private func json(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test(arguments: [MarkFormat.coco, .labelme, .imagej])
    func whatIsWrittenIsRead(format: MarkFormat) throws {
        let bytes = try format.bytes(of: count, file: "a b.jpg", name: "tart")
        let photo = try #require(try MarkFile.photos(in: bytes).first)
        #expect(boxes(photo) == count.main.map(\.rect))
        guard format != .imagej else { return }
        #expect(photo.file == "a b.jpg")
        #expect(photo.size == .init(width: 600, height: 400))
        #expect(photo.marks.allSatisfy { $0.name == "tart" })
    }

    @Test func cocoNumbersPhotosThingsAndNames() throws {
        var dataset = CocoDataset()
        dataset.add(count, file: "a.jpg", name: "tart")
        dataset.add(.made([(x: 30, y: 30)]), file: "b.jpg", name: "tart")
        dataset.add(.made([(x: 30, y: 30)]), file: "c.jpg", name: "bun")
        let file = try json(try dataset.bytes())
        let things = try #require(file["annotations"] as? [[String: Any]])
        #expect(things.map { $0["id"] as? Int } == [1, 2, 3, 4, 5])
        #expect(things.map { $0["image_id"] as? Int } == [1, 1, 1, 2, 3])
        #expect(things.map { $0["category_id"] as? Int } == [1, 1, 1, 1, 2])
        #expect(things[1]["bbox"] as? [Double] == [103.5, 44.75, 33.5, 33.5])
        #expect(things[1]["area"] as? Double == 1122.25)
        #expect((file["categories"] as? [[String: Any]])?.map { $0["name"] as? String } == ["tart", "bun"])
        #expect(try MarkFile.photos(in: try dataset.bytes()).map(\.file) == ["a.jpg", "b.jpg", "c.jpg"])
    }

    @Test func yoloIsCutAtTheBorder() throws {
        let outside = Count.made([.init(at: 50, 60), .init(at: 590, 390)])
        let text = String(decoding: try MarkFormat.yolo.bytes(of: outside, file: "a.jpg", name: "tart"), as: UTF8.self)
        #expect(text == "0 0.083333 0.150000 0.066667 0.100000\n0 0.975000 0.962500 0.050000 0.075000\n")
    }

    @Test func regionsInWholePixelsAndPoints() throws {
        // As written by ImageJ before 1.52: version 217, whole pixels.
        var rectangle = [UInt8](repeating: 0, count: 64)
        rectangle.replaceSubrange(0..<8, with: Array("Iout".utf8) + [0, 217, 1, 0])
        rectangle.replaceSubrange(8..<16, with: [0, 10, 0, 20, 0, 40, 0, 60])
        let whole = try #require(try MarkFile.photos(in: rectangle).first)
        #expect(boxes(whole) == [Rect(x: 20, y: 10, width: 40, height: 30)])
        var points = rectangle
        (points[6], points[17]) = (10, 2)
        points += [0, 0, 0, 5, 0, 0, 0, 7]
        let marks = try MarkFile.photos(in: points)[0].marks.map(\.place)
        #expect(marks == [.point(Point(x: 20, y: 10)), .point(Point(x: 25, y: 17))])
    }

    @Test func tables() throws {
        let boxes = "File,Name,X,Y,Width,Height\r\na.jpg,tart,1,2,3,4\r\nb.jpg,,5,6,7,8\r\na.jpg,tart,9,9,1,1\r\n"
        let photos = try MarkFile.photos(in: Array(boxes.utf8))
        #expect(photos.map(\.file) == ["a.jpg", "b.jpg"])
        #expect(photos.map(\.marks.count) == [2, 1])
        #expect(photos[0].marks[0] == .init(.box(Rect(x: 1, y: 2, width: 3, height: 4)), name: "tart"))
        let points = try MarkFile.photos(in: Array("x,y\n10.5,20\n".utf8))
        #expect(points == [MarkedPhoto(marks: [.init(.point(Point(x: 10.5, y: 20)))])])
        // Espy's own: things that are not counted are not marked.
        let own = try MarkFile.photos(in: Array(count.csv().utf8))
        #expect(self.boxes(own[0]).count == 3)
    }

    @Test(arguments: [
        "", "nothing", "{}", "{\"annotations\": 3}", "{\"shapes\": [{}]}", "x,y\n1\n", "x,y\n1,nan\n", "PK\u{3}\u{4}",
        "Iout", "{\"detections\": []}", "x,y,width,height\n1,1,0,4\n",
    ])
    func whatIsNoMarkFileIsRefused(text: String) {
        #expect(throws: MarkFileError.self) { try MarkFile.photos(in: Array(text.utf8)) }
    }

    @Test func archivesThatUnpackWithoutEndAreRefused() throws {
        var archive = try MarkFormat.imagej.bytes(of: count, file: "a.jpg", name: "tart")
        // Whatever byte is changed, the file is refused or read as some regions, but never more than it announces.
        for place in archive.indices {
            let old = archive[place]
            archive[place] = old ^ 0xFF
            if let photos = try? MarkFile.photos(in: archive) { #expect(photos[0].marks.count <= 3) }
            archive[place] = old
        }
    }

    @Test func scoresPairEachThingOnce() throws {
        let marks = [
            MarkedPhoto.Mark(.box(Rect(x: 30, y: 40, width: 40, height: 40))),
            // Two marks on one thing: one of them is missed.
            MarkedPhoto.Mark(.point(Point(x: 121, y: 60))), MarkedPhoto.Mark(.point(Point(x: 125, y: 62))),
            // Found, but not counted.
            MarkedPhoto.Mark(.point(Point(x: 301, y: 202))),
        ]
        let score = count.score(against: marks)
        #expect(score == CountScore(count: 3, truth: 4, hits: 2))
        #expect(score.error == -0.25)
        #expect(score.recall == 0.5)
        #expect(score.precision == 2.0 / 3)
        let corrections = count.corrections(towards: marks)
        #expect(corrections.removed == [3])
        #expect(corrections.included == [2])
        #expect(corrections.added.count == 1)
        let corrected = try #require(count.corrected(by: corrections))
        #expect(corrected.count == 4)
        #expect(corrected.score(against: marks).hits == 4)
    }

    @Test func marksOfACopyOfAnotherSize() {
        let mark = MarkedPhoto.Mark(.box(Rect(x: 10, y: 20, width: 30, height: 40)), name: "tart")
        let photo = MarkedPhoto(size: .init(width: 300, height: 200), marks: [mark])
        #expect(photo.marks(width: 600, height: 400)?.first?.place == .box(Rect(x: 20, y: 40, width: 60, height: 80)))
        #expect(photo.marks(width: 200, height: 300) == nil)
        #expect(photo.marks(width: 300, height: 200) == [mark])
    }

    @Test func nothingMarkedAndNothingCounted() {
        let none = Count.made([Count.Detection]()).score(against: [])
        #expect(none.error == nil)
        #expect(none.recall == nil)
        #expect(none.precision == nil)
    }
}
