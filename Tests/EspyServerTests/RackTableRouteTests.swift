import Espy
import EspyHTTP
import EspyServer
import EspySheets
import Foundation
import Testing

/// Boxes as tables for other systems, compared with lists, and returned like a scanner does.
struct RackTableRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }
    private static let sample = "Tests/Samples/rack/rack-8x12-flatbed.jpg"

    init() throws { bench = try Bench() }

    private func bytes() throws -> [UInt8] { try Repository.bytes(Self.sample) }

    /// Reads the box, and returns its entry and the box as the library reads it.
    private func read(_ options: [String: Any] = ["container": "96"]) async throws -> (id: String, rack: Rack) {
        let photo = try await bench.upload(try bytes(), name: "box.jpg")
        let job = try await bench.finish(
            try await bench.start("/api/v1/racks", ["photo": photo, "options": options]))
        let id = try #require(try job.object("entry")["id"] as? String)
        let result = try JSONSerialization.data(withJSONObject: try job.object("result"))
        return (id, try JSONDecoder().decode(Rack.self, from: result))
    }

    @Test func everyFormAsCSVAndXLSX() async throws {
        let (id, rack) = try await read()
        #expect(rack.id == "RACK000417")
        #expect(rack.rows == 8)
        #expect(rack.cols == 12)
        let date = "minute\(bench.clock.time)"
        for name in RackTableForm.Name.allCases {
            let expected = rack.table(RackTableForm(name), date: date)
            let path = "/api/v1/history/\(id)/table"
            let csv = await client.get("\(path).csv?table=\(name.rawValue)")
            #expect(csv.status == 200, "\(name)")
            #expect(csv.string == expected.text(), "\(name)")
            #expect(csv.header("Content-Disposition")?.hasSuffix(".csv\"") == true)
            let sheet = await client.get("\(path).xlsx?table=\(name.rawValue)")
            let lines = try SheetReader.lines(sheet.bytes)
            // Sheets do not store empty fields at the end of a line.
            let full = expected.lines().map { line in line.reversed().drop { $0.isEmpty }.reversed() }
            #expect(lines.map { Array($0) } == full.map { Array($0) }.filter { !$0.isEmpty }, "\(name)")
        }
        let own = await client.get(
            "/api/v1/history/\(id)/table.csv?columns=well0=Pos,code&words=empty=No Tube&separator=tab&order=columns")
        #expect(own.string.hasPrefix("Pos\tcode\r\nA01\tT00000001\r\nB01\t"))
        #expect(await client.get("/api/v1/history/\(id)/table.csv").string.hasPrefix("rack,well,row,col,code,"))
    }

    @Test(arguments: [
        "table=banana", "table=custom", "columns=well,well", "columns=", "words=read=x", "order=up", "separator=dot",
        "header=maybe",
    ])
    func formsThatAreNone(query: String) async throws {
        let (id, _) = try await read()
        #expect(await client.get("/api/v1/history/\(id)/table.csv?\(query)").problem == "unprocessable")
    }

    @Test func tablesAreOfBoxesAlone() async throws {
        let count = try await bench.entry()
        #expect(await client.get("/api/v1/history/\(count)/table.csv").problem == "not-found")
        #expect(await client.get("/api/v1/history/\(count)/comparison?with=last").problem == "not-found")
        #expect(await client.get("/api/v1/history/none/table.xlsx").problem == "not-found")
    }

    @Test func containers() async throws {
        let list = try await client.get("/api/v1/racks/containers").list("containers")
        #expect(list.map { $0["name"] as? String } == RackContainer.known.map(\.name))
        let photo = try await bench.upload(try Pictures.jpeg())
        let asked = ["photo": photo, "options": ["container": "7x7"]] as [String: Any]
        #expect(await client.post("/api/v1/racks", json: asked).problem == "unprocessable")
    }

    // MARK: Corrections of a box

    @Test func codeOfTheBoxIsTyped() async throws {
        let (id, rack) = try await read()
        let said: [String: Any] = ["corrections": ["rack": "FREEZER-7"], "by": "Ann"]
        let changed = await client.patch("/api/v1/history/\(id)", json: said)
        #expect(changed.status == 200)
        #expect(try changed.object("corrections")["rack"] as? String == "FREEZER-7")
        #expect(await client.get("/api/v1/history/\(id)/table.csv?table=limber").string.hasPrefix("FREEZER-7,A1,"))
        let audit = try changed.list("audit")
        try #require(audit.count == 1)
        #expect(audit[0]["kind"] as? String == "rack")
        #expect(audit[0]["by"] as? String == "Ann")
        #expect(audit[0]["before"] as? String == rack.id)
        #expect(audit[0]["after"] as? String == "FREEZER-7")
        #expect(audit[0]["via"] as? String == "this machine")
        for bad in ["", "a\u{7}", String(repeating: "x", count: 101)] {
            let refused = await client.patch("/api/v1/history/\(id)", json: ["corrections": ["rack": bad]])
            #expect(refused.problem == "unprocessable")
        }
    }

    @Test func boxIsTurnedWithWhatWasTyped() async throws {
        let (id, rack) = try await read()
        let empty = try #require(rack.cells.first { $0.status == .empty })
        let value: [String: Any] = ["row": empty.row, "col": empty.col, "value": "HAND"]
        _ = await client.patch("/api/v1/history/\(id)", json: ["corrections": ["values": [value]]])
        let view: [String: Any] = ["a1": "top-right", "isFromBelow": false]
        let turned = await client.patch("/api/v1/history/\(id)", json: ["view": view])
        #expect(turned.status == 200)
        #expect(try turned.object("entry")["rows"] as? Int == 12)
        let parameters = try #require(try turned.object("entry")["parameters"] as? [String: Any])
        #expect(parameters["grid"] as? String == "12x8")
        // As if the photo had been read that way.
        let (other, again) = try await read(["grid": "12x8", "a1": "top-right"])
        let table = await client.get("/api/v1/history/\(id)/table.csv?table=fluidx").string
        let expected = await client.get("/api/v1/history/\(other)/table.csv?table=fluidx").string
        let place = try #require(again.cells.first { abs($0.x - empty.x) < 2 && abs($0.y - empty.y) < 2 })
        let well = place.name.count == 2 ? "\(place.name.prefix(1))0\(place.name.suffix(1))" : place.name
        #expect(table == expected.replacing("\(well),No Tube", with: "\(well),HAND"))
        let kinds = try turned.list("audit").map { $0["kind"] as? String }
        #expect(kinds == ["value", "view"])
        let both: [String: Any] = ["view": view, "title": "x"]
        #expect(await client.patch("/api/v1/history/\(id)", json: both).problem == "unprocessable")
    }

    @Test func listOfChangesIsOnlyAddedTo() async throws {
        let (id, rack) = try await read()
        let cell = try #require(rack.vials.first)
        let value: [String: Any] = ["row": cell.row, "col": cell.col, "value": "OTHER"]
        _ = await client.patch("/api/v1/history/\(id)", json: ["corrections": ["values": [value]], "by": "Ann"])
        _ = await client.patch("/api/v1/history/\(id)", json: ["confirmedBy": "Bob"])
        let last = await client.patch("/api/v1/history/\(id)", json: ["corrections": ["values": []], "by": "Cid"])
        let audit = try last.list("audit")
        #expect(audit.map { $0["kind"] as? String } == ["value", "confirmation", "value", "confirmation"])
        #expect(audit.map { $0["by"] as? String } == ["Ann", "Bob", "Cid", "Cid"])
        #expect(audit[0]["place"] as? String == "A1")
        #expect(audit[0]["before"] as? String == cell.value)
        #expect(audit[2]["before"] as? String == "OTHER")
        #expect(audit[2]["after"] as? String == cell.value)
        #expect(audit[3]["before"] as? String == "Bob")
        #expect(audit[3]["after"] == nil)
        // It is part of every export, and cannot be uploaded.
        let table = await client.get("/api/v1/history/\(id)/audit.csv").string
        #expect(table.split(separator: "\r\n").count == 5)
        #expect(table.contains(",value,A1,\(cell.value),OTHER,Ann,this machine"))
        #expect(try await client.get("/api/v1/history/\(id)/export.json").list("audit").count == 4)
        #expect(await client.get("/api/v1/history/\(id)/report.html").string.contains("<td>OTHER</td>"))
        for method in [Request.Method.put, .post, .patch, .delete] {
            let answer = await client.ask(method, "/api/v1/history/\(id)/audit.csv")
            #expect(answer.problem == "method-not-allowed")
        }
        _ = await client.patch("/api/v1/history/\(id)", json: ["audit": [], "title": "x"])
        #expect(try await client.get("/api/v1/history/\(id)").list("audit").count == 4)
        #expect(await client.patch("/api/v1/history/\(id)", json: ["by": "a\nb"]).problem == "unprocessable")
        // It continues after the photo is read again.
        let photo = try await bench.upload(try bytes())
        let job = try await bench.finish(
            try await bench.start("/api/v1/racks", ["photo": photo, "replaces": id]))
        #expect(try job.text("state") == "done")
        #expect(try await client.get("/api/v1/history/\(id)").list("audit").last?["kind"] as? String == "reading")
    }

    // MARK: Comparing

    @Test func comparisonWithAList() async throws {
        let (id, rack) = try await read()
        let path = "/api/v1/history/\(id)/comparison"
        let list = await client.get("/api/v1/history/\(id)/table.xlsx").bytes
        let same = await client.post("\(path)?name=list.xlsx", type: "application/octet-stream", list)
        #expect(try same.object("comparison")["agreeing"] as? Int == rack.vials.count)
        #expect((try same.object("comparison")["differences"] as? [Any])?.isEmpty == true)
        #expect(try same.object("reference")["name"] as? String == "list.xlsx")
        #expect(try same.list("before").count == rack.vials.count)
        let text = "well,code\nA1,T00000002\nA2,T00000001\nB1,GONE\n"
        let csv = await client.post("\(path)?format=csv", type: "text/csv", Array(text.utf8)).string
        #expect(csv.contains("moved,T00000001,A2,A1,\r\n"))
        #expect(csv.contains("missing,GONE,B1,,\r\n"))
        #expect(csv.split(separator: "\r\n").filter { $0.hasPrefix("new,") }.count == rack.vials.count - 2)
        let picture = await client.post("\(path)?format=jpg", type: "text/csv", Array(text.utf8))
        #expect(picture.header("Content-Type") == "image/jpeg")
        #expect(picture.bytes.starts(with: [0xFF, 0xD8]))
        let wide: [UInt8] = "well\tcode\r\nA1\tT00000001\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let wrapped = Array("sep=;\nwell;code\nA1;\"=\"\"T00000001\"\"\"\n".utf8)
        let lists: [[UInt8]] = [[0xFF, 0xFE] + wide, wrapped]
        for list in lists {
            let told = try await client.post(path, type: "text/csv", list).object("comparison")
            #expect(told["agreeing"] as? Int == 1)
            #expect((told["notes"] as? [Any])?.isEmpty == true)
        }
        let wrong = await client.post("\(path)?encoding=utf-8", type: "text/csv", [0xFF, 0xFE] + wide)
        #expect(wrong.problem == "bad-list")
        #expect(await client.post("\(path)?encoding=x", type: "text/csv", wrapped).problem == "bad-request")
        for bad in ["", "no,well\n", "well,code\nA1,X\nA1,Y\n", "well,code\nQQQ,X\n"] {
            #expect(await client.post(path, type: "text/csv", Array(bad.utf8)).problem == "bad-list")
        }
        let other = await client.post(path, type: "text/csv", Array("rack,well,code\nZ,A1,X\n".utf8))
        #expect(other.problem == "nothing-to-compare")
    }

    @Test func comparisonWithTheHistory() async throws {
        let (first, rack) = try await read()
        #expect(await client.get("/api/v1/history/\(first)/comparison?with=last").problem == "nothing-to-compare")
        let cell = try #require(rack.vials.first)
        let (second, _) = try await read()
        let value: [String: Any] = ["row": cell.row, "col": cell.col, "value": "OTHER"]
        _ = await client.patch("/api/v1/history/\(second)", json: ["corrections": ["values": [value]]])
        for with in ["last", "RACK000417", first] {
            let answer = await client.get("/api/v1/history/\(second)/comparison?with=\(with)")
            let differences = try #require(try answer.object("comparison")["differences"] as? [[String: Any]])
            #expect(differences.compactMap { $0["kind"] as? String }.sorted() == ["missing", "new"], "\(with)")
            #expect(try answer.object("reference")["entry"] as? String == first)
        }
        // The box is identified by the last typed code.
        _ = await client.patch("/api/v1/history/\(first)", json: ["corrections": ["rack": "ELSE"]])
        let path = "/api/v1/history/\(second)/comparison"
        #expect(await client.get("\(path)?with=last").problem == "nothing-to-compare")
        let moved = try await client.get("\(path)?with=ELSE").object("comparison")
        #expect(moved["agreeing"] as? Int == rack.vials.count - 1)
        #expect(await client.get("\(path)?with=nowhere").problem == "nothing-to-compare")
        #expect(await client.get(path).problem == "bad-request")
        #expect(await client.get("\(path)?with=last&format=pdf").problem == "bad-request")
    }
}
