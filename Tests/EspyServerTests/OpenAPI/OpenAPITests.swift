import EspyHTTP
import EspyServer
import Foundation
import Testing

/// docs/openapi.yaml describes all routes of the server, and nothing else. The other tests compare the answers of the
/// routes with it: see `Client`.
struct OpenAPITests {
    private let contract: Contract
    private let bench: Bench

    init() throws {
        contract = try Contract.shared.get()
        bench = try Bench()
    }

    @Test func everyRouteIsDescribedAndEveryDescriptionServed() throws {
        let clock = ServerClock(now: { 0 }, elapsed: { 0 })
        let devices = try DeviceStore(path: bench.folder + "/devices.json", clock: clock)
        let routes =
            bench.api.routes
            + PairingRoutes(pairing: PairingService(clock: clock), sharing: nil, devices: devices).routes
            + DeviceRoutes(devices: devices).routes
        let served = Set(routes.map { "\($0.method.rawValue) \($0.path)" })
        #expect(served.count == routes.count)
        #expect(served.subtracting(contract.operations.keys) == [])
        #expect(Set(contract.operations.keys).subtracting(served) == [])
    }

    @Test func everyPathSaysWhatStandsInItsBraces() throws {
        for path in try #require(contract.document["paths"]).members {
            let names = path.key.matches(of: /\{([a-z]+)\}/).map { String($0.1) }
            let references = (path.value["parameters"]?.list ?? []).compactMap { $0["$ref"]?.text }
            let check = SchemaCheck(document: contract.document)
            #expect(names == references.compactMap { check.resolved($0)?["name"]?.text }, "\(path.key)")
        }
    }

    @Test func everyReferenceLeadsSomewhere() {
        let check = SchemaCheck(document: contract.document)
        var count = 0
        func walk(_ value: YAML) {
            if let reference = value["$ref"]?.text {
                count += 1
                #expect(check.resolved(reference) != nil, "\(reference)")
            }
            for member in value.members { walk(member.value) }
            for item in value.list { walk(item) }
        }
        walk(contract.document)
        #expect(count > 150)
    }

    @Test func everyOperationHasANameOfItsOwn() {
        let names = contract.operations.values.compactMap { $0["operationId"]?.text }
        #expect(names.count == contract.operations.count)
        #expect(Set(names).count == names.count)
        for operation in contract.operations.values { #expect(operation["summary"]?.text?.isEmpty == false) }
    }

    /// Every problem in the sources, found by the way in which all of them are written.
    @Test func everyKindOfProblemIsListed() throws {
        var kinds: Set<String> = []
        for module in ["Sources/EspyServer", "Sources/EspyHTTP"] {
            let files = FileManager.default.enumerator(atPath: Repository.path(module))?.allObjects ?? []
            for case let file as String in files where file.hasSuffix(".swift") {
                let text = try Repository.text("\(module)/\(file)")
                kinds.formUnion(text.matches(of: /[45]\d\d,\s+"([a-z-]+)"/).map { String($0.1) })
            }
        }
        #expect(kinds.count > 25)
        #expect(kinds.subtracting(contract.problemKinds) == [])
        #expect(Set(contract.problemKinds).subtracting(kinds) == [])
    }

    @Test func descriptionIsServed() async throws {
        let answer = await bench.client.get("/api/v1/openapi.yaml")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "application/yaml")
        #expect(try answer.string == Repository.text("docs/openapi.yaml"))
    }

    /// The check itself finds faults.
    @Test func checkIsNotBlind() throws {
        let check = SchemaCheck(document: contract.document)
        let schema = try #require(check.resolved("#/components/schemas/Photo"))
        var photo: [String: Any] = [
            "id": "a", "name": "b", "width": 1, "height": 2, "bytes": 3, "type": "image/png",
        ]
        #expect(check.objections(photo, schema) == [])
        photo["width"] = 1.5
        photo["height"] = true
        photo["type"] = "text/plain"
        photo["more"] = 1
        photo["id"] = nil
        #expect(check.objections(photo, schema).count == 5)
        let page: [String: Any] = ["entries": [], "next": NSNull(), "total": 0]
        let pages = try #require(check.resolved("#/components/schemas/HistoryPage"))
        #expect(check.objections(page, pages) == [])
        #expect(check.objections(["entries": [5], "next": 5, "total": 0] as [String: Any], pages).count == 2)
        let nothing = Reply(Response(200, headers: ["Content-Type": "text/html"]))
        #expect(!contract.objections(to: nothing, of: .get, ["api", "v1", "health"]).isEmpty)
        #expect(!contract.objections(to: nothing, of: .get, ["api", "v1", "wealth"]).isEmpty)
    }

    @Test(arguments: [
        "a: 1\n b: 2", "a: 1\na: 2", "\ta: 1", "a: [1, 2", "a: {b 1}", "a:", "a: b: c", "- a\nb: 1", "a: \"b", "a: 1 ",
        "a: >-", "word",
    ])
    func readerRefusesWhatItDoesNotKnow(text: String) {
        #expect(throws: YAMLFailure.self) { try YAMLReader.read(text) }
    }

    @Test func readerReads() throws {
        let text = """
            a:
              - b: 1
                c: { d: [x, "y, z"], e: "#/f" }
              - plain text
            # nothing
            "g h":
              >-
              no
            """
        #expect(throws: YAMLFailure.self) { try YAMLReader.read(text) }
        let fine = """
            a:
              - b: 1
                c: { d: [x, "y, z"], e: "#/f" }
              - plain text
            # nothing
            "200": >-
              two
              lines
            """
        let first = YAML.map([
            .init(key: "b", value: .text("1")),
            .init(
                key: "c",
                value: .map([
                    .init(key: "d", value: .list([.text("x"), .text("y, z")])), .init(key: "e", value: .text("#/f")),
                ])),
        ])
        #expect(
            try YAMLReader.read(fine)
                == .map([
                    .init(key: "a", value: .list([first, .text("plain text")])),
                    .init(key: "200", value: .text("two lines")),
                ]))
    }
}
