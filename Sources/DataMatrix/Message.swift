/// The content of a symbol.
public struct Message: Sendable, Hashable {
    /// The payload, byte by byte. The header and trailer of a macro are included, and the FNC1 separators of GS1 data
    /// are GS (0x1D).
    public let bytes: [UInt8]
    /// The kind of the whole payload.
    public let kind: Kind
    /// The changes of interpretation, in order of offset; empty for nearly all symbols.
    public let interpretations: [Interpretation]
    /// The position of this symbol in a message that several symbols share.
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

    /// Text as ISO/IEC 8859-1 if that has all the characters, otherwise as UTF-8 after ECI 26.
    public init(text: String, kind: Kind = .plain) {
        let scalars = text.unicodeScalars
        if scalars.allSatisfy({ $0.value < 256 }) {
            self.init(bytes: scalars.map { UInt8($0.value) }, kind: kind)
        } else {
            let utf8 = Interpretation(offset: 0, eci: Interpretation.utf8)
            self.init(bytes: Array(text.utf8), kind: kind, interpretations: [utf8])
        }
    }

    /// Whether this is GS1 data: element strings with GS between those of variable length.
    public var isGS1: Bool { kind == .gs1 }
    /// Whether this is a message to the reader itself, not to the application.
    public var isReaderProgramming: Bool { kind == .readerProgramming }

    /// The kind of payload, which the first codewords of a symbol declare.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case plain
        /// FNC1 before the data.
        case gs1
        /// FNC1 after one letter or two digits, which name an industry's own format (an AIM application indicator).
        case industry
        /// Payload between `[)>` RS `05` GS and RS EOT (ISO/IEC 15434), which one codeword represents.
        case macro05
        /// Payload between `[)>` RS `06` GS and RS EOT (ISO/IEC 15434), which one codeword represents.
        case macro06
        /// Settings for the reader.
        case readerProgramming
    }
}

extension Message.Kind {
    /// The text that a macro adds before and after the payload.
    var macroFrame: (header: [UInt8], trailer: [UInt8])? {
        switch self {
        case .macro05: (Array("[)>\u{1E}05\u{1D}".utf8), [0x1E, 0x04])
        case .macro06: (Array("[)>\u{1E}06\u{1D}".utf8), [0x1E, 0x04])
        default: nil
        }
    }
}

extension Message {
    /// The value as tables show it and other programs use it.
    ///
    /// A payload of ASCII text is used as it is, with the separators of GS1 data and of macros (FS, GS, RS, US, EOT)
    /// and with tabs and line endings; so is text beyond ASCII whose character set the symbol itself names by an ECI
    /// (``text``). Every other payload is written as lower-case hex, two digits per byte: without an ECI, letters
    /// beyond ASCII mean different things to different writers, and other control characters only do harm.
    public var value: String { plainText ?? hex }

    /// Whether ``value`` is hex.
    public var isHex: Bool { plainText == nil }

    /// ``value`` and ``isHex``, computed once.
    package var shown: (value: String, isHex: Bool) { plainText.map { ($0, false) } ?? (hex, true) }

    /// The payload as text, if it is certainly text and harmless.
    private var plainText: String? {
        // Letters before the first ECI are as uncertain as those of a symbol without one.
        if segments.allSatisfy({ $0.eci != nil || $0.bytes.allSatisfy { $0 < 0x80 } }), let text,
            text.unicodeScalars.allSatisfy(Self.isText)
        {
            return text
        }
        // Whatever an unknown set is, nearly all of them contain ASCII.
        guard bytes.allSatisfy({ $0 < 0x80 && Self.isText(Unicode.Scalar($0)) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// No control characters, and none that change the direction of surrounding text, or belong to no text.
    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x04, 0x09, 0x0A, 0x0D, 0x1C...0x1F: true
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFEFF: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    private var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// A change in the meaning of bytes: an extended channel interpretation (ECI) that applies from one byte on.
public struct Interpretation: Sendable, Hashable {
    /// Index of the first byte that it applies to.
    public let offset: Int
    /// Assignment number, 0 to 999999 (AIM ITS/04-023).
    public let eci: Int

    public init(offset: Int, eci: Int) {
        self.offset = offset
        self.eci = eci
    }

    public static let utf8 = 26
    static let range = 0...999_999
}

/// A part of the payload with one interpretation.
public struct Segment: Sendable, Hashable {
    /// `nil` before the first change: ISO/IEC 8859-1 by default.
    public let eci: Int?
    public let bytes: ArraySlice<UInt8>
}

extension Message {
    /// The payload split where its interpretation changes; no segment is empty.
    public var segments: [Segment] {
        var result: [Segment] = []
        var start = 0
        var eci: Int?
        for change in interpretations + [Interpretation(offset: bytes.count, eci: 0)] {
            let end = min(max(change.offset, start), bytes.count)
            if end > start { result.append(Segment(eci: eci, bytes: bytes[start..<end])) }
            start = end
            eci = change.eci
        }
        return result
    }
}

/// A symbol's position among up to 16 that share one message.
public struct StructuredAppend: Sendable, Hashable {
    /// 1 for the first symbol.
    public let position: Int
    /// The number of symbols of the message, 2 to 16.
    public let count: Int
    /// Two numbers that the symbols of one message share; from 1 to 254 in the standard.
    public let fileIdentifier: [UInt8]

    /// `nil` if the symbol cannot hold these values.
    public init?(position: Int, count: Int, fileIdentifier: [UInt8]) {
        guard 2...16 ~= count, 1...count ~= position, fileIdentifier.count == 2 else { return nil }
        self.position = position
        self.count = count
        self.fileIdentifier = fileIdentifier
    }

    /// Whether the standard allows the file identification.
    var isStandard: Bool { fileIdentifier.allSatisfy { 1...254 ~= $0 } }

    /// The symbol sequence indicator and the two codewords of the file identification.
    var codewords: [UInt8] { [UInt8((position - 1) << 4 | (17 - count))] + fileIdentifier }

    /// `nil` for a position after the last one, or in a message of one symbol.
    init?(codewords: ArraySlice<UInt8>) {
        guard codewords.count == 3, let indicator = codewords.first else { return nil }
        self.init(
            position: Int(indicator >> 4) + 1, count: 17 - Int(indicator & 15),
            fileIdentifier: Array(codewords.dropFirst()))
    }
}
