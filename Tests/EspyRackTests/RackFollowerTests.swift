import DataMatrix
import Espy
import EspyRack
import EspySamples
import EspyTestSupport
import Foundation
import Testing

/// A camera that a hand holds over a box.
@Suite struct RackFollowerTests {
    private static let scene = SampleScene.placement(
        seed: 12, rows: 8, columns: 12, filling: .leftHalf, surroundings: .walls)
    private static let photo = Result { try scene.photographed() }
    private static let side = 1400

    private func photo() throws -> RGBImage { try Self.photo.get() }

    private func follower() -> RackFollower { RackFollower(options: RackOptions(grid: .size(rows: 8, columns: 12))) }

    /// One frame of a film: the camera turns, tilts and moves by up to a third of a well, and comes back.
    private func frame(_ number: Int, of photo: RGBImage) throws -> RGBImage {
        let (width, height) = (Double(photo.width), Double(photo.height))
        let angle = Double(number) / 9
        func shake(_ phase: Double) -> Double { 0.015 * width * (sin(angle + phase) + 0.3 * sin(7 * angle + phase)) }
        let corners = [(0.0, 0.0), (width, 0), (width, height), (0, height)].enumerated().map { index, corner in
            Point(x: corner.0 + shake(Double(index) / 4), y: corner.1 + shake(2 + Double(index) / 5))
        }
        let quad = Quad(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        let scale = Double(Self.side) / max(width, height)
        return try #require(
            photo.rectified(quad, width: Int(width * scale), height: Int(height * scale), background: .black))
    }

    /// The boxes in the frames of a film.
    private func follow(
        _ photos: [RGBImage], by follower: inout RackFollower, from first: Int = 0
    ) throws -> [FollowedRack] {
        try photos.enumerated().map { number, photo in try follower.read(frame(first + number, of: photo)) }
    }

    /// A photo with one well as another one is.
    private func exchanged(_ photo: RGBImage, _ from: String, _ to: String) throws -> RGBImage {
        var follower = follower()
        let rack = try follower.read(photo).rack
        let pitch = try #require(rack.outline).meanWidth / 12
        func corner(_ name: String) throws -> (x: Int, y: Int) {
            let cell = try #require(rack.cells.first { $0.name == name })
            return (Int(cell.x - 0.4 * pitch), Int(cell.y - 0.4 * pitch))
        }
        let (source, target, side) = (try corner(from), try corner(to), Int(0.8 * pitch))
        var changed = photo
        for row in 0..<side {
            let start = 3 * ((source.y + row) * photo.width + source.x)
            let place = 3 * ((target.y + row) * photo.width + target.x)
            changed.pixels.replaceSubrange(place..<(place + 3 * side), with: photo.pixels[start..<(start + 3 * side)])
        }
        return changed
    }

    private func sample() throws -> RGBImage {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Samples/rack/box-5x5-mixed.jpg")
        return try ImageDecoder().decode([UInt8](Data(contentsOf: file)))
    }

    private func values(_ rack: Rack) -> Set<String> { Set(rack.vials.map { "\($0.name) \($0.code.value)" }) }

    @Test func allWellsAreRightInEachFrameAndSureAfterSome() throws {
        var follower = follower()
        let seen = try follow(Array(repeating: photo(), count: 18), by: &follower)
        let truth = Set(
            Self.scene.tubes.compactMap { tube -> String? in
                guard let value = tube.label?.code?.value else { return nil }
                return "\(Rack.Place(row: tube.row, col: tube.column).name) \(value)"
            })
        #expect(truth.count == 48)
        for one in seen { #expect(values(one.rack).subtracting(truth).isEmpty) }
        #expect(seen[0].unsure.count == seen[0].rack.vials.count)
        let last = try #require(seen.last)
        #expect(values(last.rack) == truth)
        #expect(last.unsure.isEmpty)
        #expect(last.rack.cells.count { $0.status == .empty } == 48)
    }

    @Test func codesStayWhereTheyAreInThePicture() throws {
        var follower = follower()
        let frames = try (0..<20).map { try frame($0, of: photo()) }
        let last = try frames.map { try follower.read($0) }.last
        let alone = SymbolReader().readAlone(
            GrayView(width: frames[19].width, height: frames[19].height, pixels: frames[19].gray.pixels)
        ).readings
        let rack = try #require(last?.rack)
        #expect(alone.count > 40)
        for reading in alone {
            let value = reading.message.text ?? ""
            let vial = try #require(rack.vials.first { $0.code.value == value })
            let (across, down) = (reading.center.x - vial.code.x, reading.center.y - vial.code.y)
            #expect((across * across + down * down).squareRoot() < 3)
        }
    }

    @Test func changedValuesAreUnsureUntilTheyAreSeenAgain() throws {
        var follower = follower()
        let photo = try photo()
        _ = try follow(Array(repeating: photo, count: 6), by: &follower)
        let rack = try follower.read(frame(6, of: photo)).rack
        let (from, to) = (try #require(rack.vials.first), try #require(rack.vials.last))
        let swapped = try exchanged(photo, from.name, to.name)
        let seen = try follow(Array(repeating: swapped, count: 26), by: &follower, from: 7)
        #expect(seen.contains { $0.unsure.contains(to.name) })
        let last = try #require(seen.last)
        #expect(last.rack.vials.first { $0.name == to.name }?.code.value == from.code.value)
        #expect(!last.unsure.contains(to.name))
    }

    @Test func tubesThatAreTakenOutLeaveAndNewOnesCome() throws {
        var follower = follower()
        let photo = try photo()
        let whole = try follow(Array(repeating: photo, count: 6), by: &follower)
        let well = try #require(whole.last?.rack.vials.dropFirst(20).first)
        let without = try exchanged(photo, "D10", well.name)
        let seen = try follow(Array(repeating: without, count: 30), by: &follower, from: 6)
        #expect(seen.last?.rack.vials.contains { $0.name == well.name } == false)
        let again = try follow(Array(repeating: photo, count: 16), by: &follower, from: 36)
        #expect(again.last?.rack.vials.first { $0.name == well.name }?.code.value == well.code.value)
    }

    @Test func anotherBoxBeginsAnew() throws {
        var follower = follower()
        let photo = try photo()
        _ = try follow(Array(repeating: photo, count: 5), by: &follower)
        let other = try sample()
        let seen = try (0..<4).map { _ in try follower.read(other) }
        for one in seen { #expect(one.rack.vials.allSatisfy { !$0.code.value.hasPrefix("T") }) }
        #expect(try #require(seen.last).rack.vials.count > 20)
    }

    /// The build for browsers, run by Node, reads the same in every frame.
    @Test(.enabled(if: NodeProgram.canRun("rack", "shelf"), "node, rack.wasm or shelf.wasm is missing"))
    func boxesAreThoseOfTheBrowser() throws {
        var follower = follower()
        let frames = try (0..<10).map { try frame($0, of: photo()) }
        let native = try frames.map { try follower.read($0).json }
        let request = JSONValue(["stream": 1.json, "options": JSONValue(["grid": "8x12".json])])
        let answers = try NodeProgram("reader.mjs", NodeProgram.modules).answers { folder in
            try frames.enumerated().map { number, frame in
                let file = folder.appendingPathComponent("\(number)")
                try NodeProgram.write(frame, to: file)
                return "\(file.path)\t\(frame.width)\t\(frame.height)\t\(request.text)"
            }
        }
        #expect(answers.count == frames.count)
        for (answer, expected) in zip(answers, native) { #expect(try answer.value("rack") == expected) }
    }

    @Test func darknessIsNoBox() throws {
        var follower = follower()
        _ = try follow(Array(repeating: photo(), count: 3), by: &follower)
        let dark = RGBImage(width: 640, height: 480, red: 0, green: 0, blue: 0)
        #expect(try follower.read(dark).rack.vials.isEmpty)
    }
}
