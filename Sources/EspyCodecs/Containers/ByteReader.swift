/// Bounded reads from untrusted bytes: past the end is `nil`, never a trap.
///
/// Offsets count from the first byte of the slice.
package struct ByteReader {
    let bytes: ArraySlice<UInt8>
    var littleEndian = false

    package init(_ bytes: ArraySlice<UInt8>, littleEndian: Bool = false) {
        self.bytes = bytes
        self.littleEndian = littleEndian
    }

    package var count: Int { bytes.count }

    func u8(at offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return Int(bytes[bytes.startIndex + offset])
    }

    package func u16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let first = Int(bytes[bytes.startIndex + offset])
        let second = Int(bytes[bytes.startIndex + offset + 1])
        return littleEndian ? second << 8 | first : first << 8 | second
    }

    package func u32(at offset: Int) -> Int? {
        guard let first = u16(at: offset), let second = u16(at: offset + 2) else { return nil }
        return littleEndian ? second << 16 | first : first << 16 | second
    }

    /// `nil` also for what is larger than any file.
    func u64(at offset: Int) -> Int? {
        guard let first = u32(at: offset), let second = u32(at: offset + 4) else { return nil }
        let (high, low) = littleEndian ? (second, first) : (first, second)
        return high < 1 << 16 ? high << 32 | low : nil
    }

    func i32(at offset: Int) -> Int? {
        u32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    /// The `length` bytes from `offset`, or `nil` where they are not all there.
    func slice(at offset: Int, length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + length)]
    }

    package func starts(with text: String, at offset: Int = 0) -> Bool {
        let expected = text.utf8
        return slice(at: offset, length: expected.count)?.elementsEqual(expected) ?? false
    }
}
