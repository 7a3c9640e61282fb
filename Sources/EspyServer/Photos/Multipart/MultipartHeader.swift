import EspyHTTP

/// The lines above one part of a form.
struct MultipartHeader: Equatable {
    /// Whether the part is a file, not a field.
    let isFile: Bool
    let fileName: String?

    init(_ bytes: ArraySlice<UInt8>) throws(MultipartParser.Failure) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .init(text: "a part's header is no UTF-8")
        }
        let lines = text.split(separator: "\r\n").map { $0.split(separator: ":", maxSplits: 1) }
        guard lines.allSatisfy({ $0.count == 2 }) else {
            throw .init(text: "a part's header has a line without a name")
        }
        let disposition = lines.first { $0[0].lowercased() == "content-disposition" }
        guard let value = disposition?[1].drop(while: { $0 == " " || $0 == "\t" }),
            let parts = HeaderParts(String(value)), parts.first.lowercased() == "form-data"
        else {
            throw .init(text: "a part does not say what it is")
        }
        fileName = parts.parameters["filename"].map(Self.decoded)
        isFile = parts.parameters["filename"] != nil || parts.parameters["filename*"] != nil
    }

    /// Browsers write the three characters that would end the name as percent signs (HTML standard, 4.10.22.8).
    private static func decoded(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: "")
    }
}
