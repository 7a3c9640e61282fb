import Espy
import EspyPixels
import Foundation
import Testing

@Suite struct CountOutputTests {
    private let count = Count.made([
        .init(x: 10.04, y: 20, width: 30.55, height: 40, confidence: 0.91239, cluster: 2, main: true, doubt: 0.125),
        .init(x: 100, y: 20, width: 30, height: 40, confidence: 1, cluster: 4, main: false, doubt: 1),
        .init(x: 200, y: 20, width: 30, height: 40, confidence: 0.5, cluster: 2, main: true),
    ])

    @Test func tableHasALineForEachDetection() {
        #expect(
            count.csv() == """
                number,x,y,width,height,confidence,cluster,main,doubt\r
                1,10.0,20.0,30.6,40.0,0.912,2,true,0.125\r
                2,200.0,20.0,30.0,40.0,0.5,2,true,0.0\r
                3,100.0,20.0,30.0,40.0,1.0,4,false,1.0\r\n
                """)
    }

    @Test func emptyTableIsAHeader() {
        #expect(Count.made([Count.Detection]()).csv() == "number,x,y,width,height,confidence,cluster,main,doubt\r\n")
    }

    @Test func jsonHasThePromisedKeys() throws {
        let data = try JSONEncoder().encode(count)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let promised: Set<String> = ["count", "range", "clusters", "detections", "stages", "model", "parameters"]
        #expect(promised.isSubset(of: object.keys))
        #expect(object["schema"] as? Int == Count.schema)
        let first = try #require((object["detections"] as? [[String: Any]])?.first)
        #expect(
            Set(first.keys) == ["x", "y", "width", "height", "confidence", "cluster", "main", "doubt"])
        #expect(try JSONDecoder().decode(Count.self, from: data) == count)
    }

    @Test func totalAddsUp() {
        var doubtful = count
        doubtful.range = .init(low: 1, high: 4)
        let total = CountTotal([count, doubtful, .made([Count.Detection]())])
        #expect(total.photos == 3)
        #expect(total.count == 4)
        #expect(total.range == .init(low: 3, high: 7))
        #expect(CountTotal().count == 0)
    }
}
