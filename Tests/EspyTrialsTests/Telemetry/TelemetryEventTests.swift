import Espy
import EspyTrials
import Foundation
import Testing

struct TelemetryEventTests {
    private func line(_ event: TelemetryEvent) throws -> String {
        String(decoding: try #require(TelemetryLine.bytes(of: event)), as: UTF8.self)
    }

    private func event(_ body: TelemetryEvent.Body) -> TelemetryEvent {
        TelemetryEvent(time: 1_771_597_822.25, session: "3f2a90c1", body: body)
    }

    @Test func frameAsALine() throws {
        let text = try line(event(.frame(Frames.frame(7, spines: 1, texts: 2))))
        #expect(
            text == """
                {"data":{"barcodes":0,"detector":"classical-1","height":1080,"id":7,"outcome":"processed",\
                "spineCount":1,"spines":[{"aspect":0.075,"confidence":0.9,"height":0.4,"tilt":2.5,"width":0.03}],\
                "texts":2,"timings":{"spines":12.5,"total":20},"unlogged":0,"width":1920},"event":"frame",\
                "schema":1,"session":"3f2a90c1","time":1771597822.25}

                """)
    }

    @Test func everyEventComesBack() throws {
        let bodies: [TelemetryEvent.Body] = [
            .start(.init(version: "0.1.0", mode: "shadow")), .end(.init(frames: 900)),
            .frame(Frames.frame(1)), .loss(.init(count: 3, reason: .queueFull)),
            .frame(
                TelemetryFrame(
                    id: 2, width: 10, height: 10, outcome: .failed, reason: "no-model", detector: "trained")),
            .correction(.init(.move, frame: 4, detector: "b", before: Frames.shape, after: Frames.shape, shift: 0.1)),
            .correction(.init(.add, frame: 4, detector: "trained", after: Frames.shape)),
        ]
        for body in bodies {
            let bytes = try #require(TelemetryLine.bytes(of: event(body)))
            guard case .event(let found) = TelemetryLine.content(of: bytes) else {
                Issue.record("\(body)")
                continue
            }
            #expect(found == event(body))
        }
    }

    /// A title, a path or a code cannot be stored, even if a caller passes one.
    @Test func namesAreShortAndPlain() {
        #expect(TelemetryCode("Classical-1.2").text == "classical-1.2")
        #expect(TelemetryCode("/home/ana/Bücher/shelf.jpg").text == "homeanabchershelf.jpg")
        #expect(TelemetryCode("The Left Hand of Darkness\n\u{1B}[31m").text.count <= 24)
        #expect(TelemetryCode("9780441478125 and more and more digits").text.count == 24)
    }

    @Test func whatIsReadIsCutAsWell() throws {
        let text = """
            {"schema":1,"time":5,"session":"A b/../c","event":"start","data":{"version":"1","mode":"x y"}}
            """
        guard case .event(let event) = TelemetryLine.content(of: Array(text.utf8)) else {
            Issue.record("not read")
            return
        }
        #expect(event.session.text == "ab..c")
        #expect(event.body == .start(.init(version: "1", mode: "xy")))
    }

    @Test(arguments: ["", "{", "[]", "{\"schema\":1}", #"{"schema":1,"time":1,"session":"a","event":"photo"}"#])
    func damagedLines(text: String) {
        guard case .damaged = TelemetryLine.content(of: Array(text.utf8)) else {
            Issue.record("\(text)")
            return
        }
    }

    @Test func laterVersionsAreToldApart() {
        guard case .newer = TelemetryLine.content(of: Array("{\"schema\":2,\"what\":[]}".utf8)) else {
            Issue.record("not seen as newer")
            return
        }
    }

    @Test func shapeOfAQuad() {
        let upright = Quad(Rect(x: 100, y: 200, width: 50, height: 400))
        let shape = SpineShape(upright, frameWidth: 1000, frameHeight: 800, confidence: 0.8)
        #expect(shape == SpineShape(width: 0.05, height: 0.4, aspect: 0.125, tilt: 0, confidence: 0.8))
        func tilt(_ degrees: Double) -> Double {
            SpineShape(upright.rotated(byDegrees: degrees), frameWidth: 1000, frameHeight: 800, confidence: 1).tilt
        }
        #expect(tilt(12.5) == 12.5)
        #expect(tilt(-30) == -30)
        #expect(tilt(90) == 90)
        #expect(tilt(175) == -5)
    }

    @Test func numbersThatAreNoneDoNotSpoilALine() throws {
        let point = Point(x: 1, y: 1)
        let nothing = Quad(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        let shape = SpineShape(nothing, frameWidth: 0, frameHeight: 0, confidence: .nan)
        #expect(shape == SpineShape(width: 0, height: 0, aspect: 0, tilt: 0, confidence: 0))
        let frame = TelemetryFrame(
            id: 1, width: 1, height: 1, outcome: .processed, detector: "a", spines: [shape],
            timings: [.spines: .infinity, .text: -1, .total: 3])
        #expect(frame.timings == [.total: 3])
        #expect(TelemetryLine.bytes(of: event(.frame(frame))) != nil)
    }

    @Test func crowdedFrameIsCut() {
        let frame = Frames.frame(1, spines: 250)
        #expect(frame.spineCount == 250)
        #expect(frame.spines.count == TelemetryFrame.mostSpines)
    }
}
