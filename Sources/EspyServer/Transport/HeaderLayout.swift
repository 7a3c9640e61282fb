/// Where the parts of a header lie in the buffer of libmicrohttpd, which reads strings of C: what follows a NUL in a
/// line is lost to it, and a folded line it joins to the name of the field. A proxy on the way may read such lines
/// otherwise, so nobody who means well is helped by taking them. They show by what lies between the parts: a line end
/// is all that may.
struct HeaderLayout {
    /// Of what was looked at last, in the buffer.
    private var end: UInt
    private(set) var isSound = true

    /// - Parameter start: of the first field.
    init(version: UnsafePointer<CChar>, length: Int) { end = UInt(bitPattern: version) + UInt(length) }

    mutating func field(
        _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
    ) {
        let (name, value) = (UInt(bitPattern: name), UInt(bitPattern: value))
        // The line before ends in CR LF, or in LF alone.
        let isNext = name > end && name - end <= 2
        // A colon, and perhaps blanks.
        let isBeside = value > name && value - name > UInt(nameSize)
        isSound = isSound && isNext && isBeside
        end = value &+ UInt(valueSize)
    }

    /// - Parameters:
    ///   - start: of the first line.
    ///   - size: of the whole header, with the empty line at its end.
    mutating func finish(start: UnsafePointer<CChar>, size: Int) {
        let last = UInt(bitPattern: start) + UInt(size)
        isSound = isSound && last > end && last - end <= 4
    }
}
