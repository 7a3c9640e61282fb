extension Message {
    /// The payload as text, by its interpretations: ISO/IEC 8859-1 unless an ECI says otherwise.
    ///
    /// `nil` if an ECI names an unsupported set, or if the bytes are not valid in it. Supported are 0 and 2 (code page
    /// 437), 1 and 3 to 18 (ISO/IEC 8859), 21 to 24 (Windows-1250, -1251, -1252, -1256), 25 and 33 (UTF-16, big and
    /// little endian), 26 (UTF-8), 27 and 170 (ASCII). For the large sets of East Asia, 20 (Shift JIS), 28 (Big 5), 29,
    /// 31 and 32 (GB 2312, GBK, GB 18030) and 30 (EUC-KR), only single-byte characters are supported, because the other
    /// tables are larger than everything else here: ASCII, and the half-width kana of Shift JIS.
    public var text: String? {
        var text = ""
        for segment in segments {
            guard let part = CharacterSet(eci: segment.eci)?.decode(segment.bytes) else { return nil }
            text += part
        }
        return text
    }
}

/// A conversion from bytes to text.
private enum CharacterSet {
    case ascii
    /// Bytes are code points.
    case latin1
    /// Bytes below the end of the alphabet are code points, the rest are looked up.
    case page([Unicode.Scalar])
    case utf8
    case utf16(isLittleEndian: Bool)
    /// The single-byte characters of Shift JIS.
    case halfWidth

    /// `nil` for an unsupported set.
    init?(eci: Int?) {
        switch eci {
        case nil, 1, 3: self = .latin1
        case 25, 33: self = .utf16(isLittleEndian: eci == 33)
        case 26: self = .utf8
        case 20: self = .halfWidth
        case 27, 28, 29, 30, 31, 32, 170: self = .ascii
        default:
            guard let page = eci.flatMap(CodePage.of(eci:)) else { return nil }
            self = .page(page)
        }
    }

    /// `nil` for bytes that the set does not define. A byte order mark is not part of the text.
    func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        switch self {
        case .ascii: bytes.allSatisfy { $0 < 128 } ? String(decoding: bytes, as: UTF8.self) : nil
        case .latin1: Self.string(bytes) { Unicode.Scalar($0) }
        case .page(let upper): Self.string(bytes) { Self.lookUp($0, upper) }
        case .utf8:
            String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, as: UTF8.self)
        case .utf16(let isLittleEndian): Self.utf16(bytes, isLittleEndian)
        case .halfWidth: Self.string(bytes, Self.halfWidth)
        }
    }

    private static func lookUp(_ byte: UInt8, _ upper: [Unicode.Scalar]) -> Unicode.Scalar? {
        let index = Int(byte) - (256 - upper.count)
        guard index >= 0 else { return Unicode.Scalar(byte) }
        return upper[index] == "\u{FFFD}" ? nil : upper[index]
    }

    private static func halfWidth(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0..<128: Unicode.Scalar(byte)
        case 0xA1...0xDF: Unicode.Scalar(0xFF61 + UInt32(byte - 0xA1))
        default: nil
        }
    }

    private static func string(_ bytes: ArraySlice<UInt8>, _ scalar: (UInt8) -> Unicode.Scalar?) -> String? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = scalar(byte) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> String? {
        guard bytes.count % 2 == 0 else { return nil }
        var units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        if units.first == 0xFFFE { units = units.map { $0.byteSwapped } }
        return String(validating: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
    }
}

/// The upper halves of the eight-bit character sets, as mapped by the Unicode Consortium. U+FFFD marks an undefined
/// byte.
private enum CodePage {
    /// The page for an ECI; `nil` if it is none of them.
    static func of(eci: Int) -> [Unicode.Scalar]? {
        switch eci {
        case 0, 2: cp437
        case 4: latin2
        case 5: latin3
        case 6: latin4
        case 7: cyrillic
        case 8: arabic
        case 9: greek
        case 10: hebrew
        case 11: latin5
        case 12: latin6
        case 13: thai
        case 15: latin7
        case 16: latin8
        case 17: latin9
        case 18: latin10
        case 21: windows1250
        case 22: windows1251
        case 23: windows1252
        case 24: windows1256
        default: nil
        }
    }

    // From 0x80 on.
    static let cp437 = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
        áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)
    static let windows1252 = Array(
        """
        €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\
        \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
        àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
        """.unicodeScalars)
    static let windows1250 = Array(
        """
        €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}\u{2C7}\u{2D8}Ł¤Ą¦§¨©Ş«¬\
        \u{AD}®Ż°±\u{2DB}ł´µ¶·¸ąş»Ľ\u{2DD}ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ\
        \u{2D9}
        """.unicodeScalars)
    static let windows1251 = Array(
        """
        ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТ\
        УФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя
        """.unicodeScalars)
    static let windows1256 = Array(
        """
        €\u{67E}‚ƒ„…†‡\u{2C6}‰\u{679}‹Œ\u{686}\u{698}\u{688}\u{6AF}‘’“”•–—\u{6A9}™\u{691}›œ\u{200C}\u{200D}\
        \u{6BA}\u{A0}،¢£¤¥¦§¨©\u{6BE}«¬\u{AD}®¯°±²³´µ¶·¸¹\u{61B}»¼½¾\u{61F}\u{6C1}\u{621}\u{622}\u{623}\
        \u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62A}\u{62B}\u{62C}\u{62D}\u{62E}\u{62F}\u{630}\u{631}\
        \u{632}\u{633}\u{634}\u{635}\u{636}×\u{637}\u{638}\u{639}\u{63A}\u{640}\u{641}\u{642}\u{643}à\u{644}\
        â\u{645}\u{646}\u{647}\u{648}çèéêë\u{649}\u{64A}îï\u{64B}\u{64C}\u{64D}\u{64E}ô\u{64F}\u{650}÷\
        \u{651}ù\u{652}ûü\u{200E}\u{200F}\u{6D2}
        """.unicodeScalars)
    // From 0xA0 on; below are control characters with their own numbers.
    static let latin2 = Array(
        """
        \u{A0}Ą\u{2D8}Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
        ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
        ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
        """.unicodeScalars)
    static let cyrillic = Array(
        """
        \u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП\
        РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
        рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ
        """.unicodeScalars)
    static let greek = Array(
        """
        \u{A0}‘’£€₯¦§¨©\u{37A}«¬\u{AD}\u{FFFD}\u{2015}°±²³\u{384}΅Ά·ΈΉΊ»Ό½ΎΏ\
        ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί\
        ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}
        """.unicodeScalars)
    static let latin5 = Array(
        """
        \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
        àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ
        """.unicodeScalars)
    static let latin9 = Array(
        """
        \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
        àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
        """.unicodeScalars)
    static let latin3 = Array(
        """
        \u{A0}Ħ\u{2D8}£¤\u{FFFD}Ĥ§¨İŞĞĴ\u{AD}\u{FFFD}Ż°ħ²³´µĥ·¸ışğĵ½\u{FFFD}żÀÁÂ\u{FFFD}ÄĊĈÇÈÉÊËÌÍÎÏ\u{FFFD}\
        ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜßàáâ\u{FFFD}äċĉçèéêëìíîï\u{FFFD}ñòóôġö÷ĝùúûüŭŝ\u{2D9}
        """.unicodeScalars)
    static let latin4 = Array(
        """
        \u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą\u{2DB}ŗ´ĩļ\u{2C7}¸šēģŧŊžŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪßāáâãäåæįčéęëėí\
        îīđņōķôõö÷øųúûüũū\u{2D9}
        """.unicodeScalars)
    static let latin6 = Array(
        """
        \u{A0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{AD}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâãäåæįčéęëėíîïðņōóôõöũøų\
        úûüýþĸ
        """.unicodeScalars)
    static let latin7 = Array(
        """
        \u{A0}”¢£¤„¦§Ø©Ŗ«¬\u{AD}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųł\
        śūüżž’
        """.unicodeScalars)
    static let latin8 = Array(
        """
        \u{A0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{AD}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâãäåæçèéêëìíîïŵñòóôõöṫøù\
        úûüýŷÿ
        """.unicodeScalars)
    static let latin10 = Array(
        """
        \u{A0}ĄąŁ€„Š§š©Ș«Ź\u{AD}źŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűù\
        úûüęțÿ
        """.unicodeScalars)
    static let arabic = alphabet(
        0x621, at: [0xC1...0xDA, 0xE0...0xF2],
        others: [0xA0: "\u{A0}", 0xA4: "¤", 0xAC: "،", 0xAD: "\u{AD}", 0xBB: "\u{61B}", 0xBF: "\u{61F}"])
    static let hebrew = alphabet(
        0x5D0, at: [0xE0...0xFA], latin: [0xA0...0xA0, 0xA2...0xA9, 0xAB...0xB9, 0xBB...0xBE],
        others: [0xAA: "×", 0xBA: "÷", 0xDF: "‗", 0xFD: "\u{200E}", 0xFE: "\u{200F}"])
    static let thai = alphabet(0xE01, at: [0xA1...0xDA, 0xDF...0xFB], others: [0xA0: "\u{A0}"])

    /// A script that has the same order in Unicode.
    ///
    /// - Parameters:
    ///   - first: the character of the first byte in `ranges`.
    ///   - latin: bytes that are code points.
    private static func alphabet(
        _ first: UInt32, at ranges: [ClosedRange<UInt8>], latin: [ClosedRange<UInt8>] = [],
        others: [UInt8: Unicode.Scalar]
    ) -> [Unicode.Scalar] {
        (UInt8(0xA0)...0xFF).map { byte in
            if let other = others[byte] { return other }
            if latin.contains(where: { $0 ~= byte }) { return Unicode.Scalar(byte) }
            guard let start = ranges.first?.lowerBound, ranges.contains(where: { $0 ~= byte }) else {
                return "\u{FFFD}"
            }
            return Unicode.Scalar(first + UInt32(byte - start)) ?? "\u{FFFD}"
        }
    }
}
