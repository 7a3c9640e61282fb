/// What a symbol says.
public struct Message: Sendable, Hashable {
    /// The payload, byte by byte. The header and trailer of a macro are written out, and the FNC1 separators of GS1
    /// data are GS (0x1D).
    public let bytes: [UInt8]
    /// What the symbol says about the payload as a whole.
    public let kind: Kind
    /// Where the meaning of the bytes changes, by rising offset; empty for nearly all symbols.
    public let interpretations: [Interpretation]
    /// The place of this symbol in a message that several symbols carry.
    public let structuredAppend: StructuredAppend?

    public init(
        bytes: [UInt8], kind: Kind = .plain, interpretations: [Interpretation] = [],
        structuredAppend: StructuredAppend? = nil
    ) {
        self.bytes = bytes
        self.kind = kind
        self.interpretations = interpretations
        self.structuredAppend = structuredAppend
    }

    /// Text as ISO/IEC 8859-1 where that has all characters, as UTF-8 behind ECI 26 otherwise.
    public init(text: String, kind: Kind = .plain) {
        let scalars = text.unicodeScalars
        if scalars.allSatisfy({ $0.value < 256 }) {
            self.init(bytes: scalars.map { UInt8($0.value) }, kind: kind)
        } else {
            let utf8 = Interpretation(offset: 0, eci: Interpretation.utf8)
            self.init(bytes: Array(text.utf8), kind: kind, interpretations: [utf8])
        }
    }

    /// GS1 data: element strings with GS between those of variable length.
    public var isGS1: Bool { kind == .gs1 }
    /// A message to the reader itself, not for the application.
    public var isReaderProgramming: Bool { kind == .readerProgramming }

    /// What the first codewords of a symbol say about its payload.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case plain
        /// FNC1 before the data.
        case gs1
        /// FNC1 behind one letter or two digits, which name an industry's own format (an AIM application indicator).
        case industry
        /// Payload between `[)>` RS `05` GS and RS EOT (ISO/IEC 15434), for which one codeword stands.
        case macro05
        /// Payload between `[)>` RS `06` GS and RS EOT (ISO/IEC 15434), for which one codeword stands.
        case macro06
        /// Settings for the reader.
        case readerProgramming
    }
}

extension Message.Kind {
    /// What a macro writes before and behind the payload.
    var macroFrame: (header: [UInt8], trailer: [UInt8])? {
        switch self {
        case .macro05: (Array("[)>\u{1E}05\u{1D}".utf8), [0x1E, 0x04])
        case .macro06: (Array("[)>\u{1E}06\u{1D}".utf8), [0x1E, 0x04])
        default: nil
        }
    }
}
