import EspyText
import Foundation
import Testing

@Suite struct TextLanguagesTests {
    private func folder(_ files: [String: String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return folder.path
    }

    @Test func firstFolderThatHasAllIsTaken() throws {
        let one = try folder(["eng.traineddata": ""])
        let both = try folder(["eng.traineddata": "", "deu.traineddata": ""])
        #expect(try TextLanguages("eng", folders: ["/nowhere", one, both]).folder == one)
        #expect(try TextLanguages("deu+eng", folders: [one, both]).folder == both)
        #expect(throws: TextError.missingLanguage("fra", folders: [one])) {
            try TextLanguages("eng+fra", folders: [one])
        }
    }

    @Test(arguments: ["", "+", "eng+", "../eng", "eng deu", "a+b+c+d+e", "é", String(repeating: "a", count: 21)])
    func namesThatAreNoNames(text: String) {
        #expect(!TextLanguages.areNames(text))
        #expect(throws: TextError.badLanguageName(text)) { try TextLanguages(text) }
    }

    @Test func dataThatAreNoneAreSaidToBe() throws {
        let folder = try folder(["eng.traineddata": "These are no data."])
        #expect(throws: TextError.badLanguageData("eng", folder: folder)) {
            try TextRecognizer(TextLanguages("eng", folders: [folder]))
        }
    }
}
