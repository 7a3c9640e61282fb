import EspySystem
import EspyTool
import Foundation
import Testing

struct LineSourceTests {
    private func lines(_ names: [String], longest: Int = 100) throws -> [String] {
        var source = try LineSource(names, input: .input, longest: longest)
        var all: [String] = []
        while let some = try source.next() { all += some.map { String(decoding: $0, as: UTF8.self) } }
        return all
    }

    @Test func linesOfAllFilesComeInOrder() throws {
        let scratch = try Scratch()
        try scratch.write("a", "1\n2\n")
        try scratch.write("b", "3\n\n4")
        try scratch.write("folder/z", "6")
        try scratch.write("folder/y", "5\n")
        try scratch.write("empty", "")
        let names = ["a", "empty", "b", "folder"].map { scratch.file($0) }
        #expect(try lines(names) == ["1", "2", "3", "", "4", "5", "6"])
    }

    @Test func linesAcrossPiecesAreWhole() throws {
        let scratch = try Scratch()
        let long = (0..<3).map { String(repeating: "\($0)", count: 700_000) }
        try scratch.write("long", long.joined(separator: "\n"))
        #expect(try lines([scratch.file("long")], longest: 1 << 20) == long)
    }

    @Test func endlessLinesAreCut() throws {
        let scratch = try Scratch()
        try scratch.write("long", String(repeating: "x", count: 5_000_000) + "\nnext")
        let found = try lines([scratch.file("long")], longest: 10)
        try #require(found.count == 2)
        #expect(found[1] == "next")
        #expect(found[0].count > 10)
        #expect(found[0].count < 2_200_000)
    }

    @Test func missingFilesAreErrors() throws {
        #expect(throws: FileError.self) { try lines(["/nosuch/file"]) }
    }
}
