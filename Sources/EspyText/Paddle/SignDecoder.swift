/// Makes signs out of what a network says at each step along a line (connectionist temporal classification): the likeliest
/// sign of each step, repetitions taken together, steps without a sign left out.
package struct SignDecoder: Sendable {
    /// The signs by their number; the first is none.
    private let signs: [String]

    /// A sign that was read.
    package struct Sign: Sendable, Equatable {
        package let text: String
        /// 0...1
        package let confidence: Double
        /// The steps that it takes.
        package let steps: ClosedRange<Int>

        var isSpace: Bool { text == " " || text == "\u{3000}" }
    }

    /// - Parameters:
    ///   - list: one sign a line, as the file of the network has it.
    ///   - columns: numbers at each step: one for none, the signs, one for a space.
    /// - Returns: nil where those are not as many.
    package init?(_ list: String, columns: Int) {
        var signs = list.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if signs.count == columns - 1, signs.last == "" { signs.removeLast() }
        guard signs.count == columns - 2 else { return nil }
        self.signs = [""] + signs + [" "]
    }

    private var columns: Int { signs.count }

    /// - Parameter values: `steps * columns` numbers of any kind; those that are none are no sign.
    package func signs(in values: UnsafeBufferPointer<Float>, steps: Int) -> [Sign] {
        guard steps > 0, values.count >= steps * columns else { return [] }
        var (found, before, room): ([Sign], Int, Float) = ([], 0, 0)
        for step in 0..<steps {
            let (sign, value) = Self.likeliest(
                UnsafeBufferPointer(rebasing: values[step * columns..<(step + 1) * columns]))
            defer { before = sign }
            guard sign != 0 else {
                room = max(room, values[(step + 1) * columns - 1])
                continue
            }
            defer { room = 0 }
            let sure = Double(min(max(value, 0), 1))
            if sign == before, let last = found.last {
                // The first step of a sign counts, as where it is read by others.
                found[found.count - 1] = Sign(
                    text: last.text, confidence: last.confidence, steps: last.steps.lowerBound...step)
            } else {
                let next = Sign(text: signs[sign], confidence: sure, steps: step...step)
                if let last = found.last, Self.isSpace(room, between: last, next) {
                    found.append(Sign(text: " ", confidence: Double(min(room, 1)), steps: step...step))
                }
                found.append(next)
            }
        }
        return found
    }

    /// Spaces of narrow letterings are rarely the likeliest sign of their step, but within words there is hardly a trace
    /// of one.
    ///
    /// - Parameter room: how likely a space was at most since the last sign.
    private static func isSpace(_ room: Float, between last: Sign, _ next: Sign) -> Bool {
        guard !last.isSpace, !next.isSpace, room.isFinite else { return false }
        let isCaseChange = last.text.contains(where: \.isLowercase) && next.text.contains(where: \.isUppercase)
        return room >= (isCaseChange ? leastAtCapitals : leastSpace)
    }

    private static let (leastSpace, leastAtCapitals): (Float, Float) = (0.1, 0.02)

    /// The first of the largest numbers.
    ///
    /// There are thousands for each step, of which nearly all are next to nothing: only blocks with a larger one than all
    /// before are looked at number by number.
    private static func likeliest(_ values: UnsafeBufferPointer<Float>) -> (Int, Float) {
        var (best, most): (Int, Float) = (0, -.infinity)
        for start in stride(from: 0, to: values.count, by: block) {
            let range = start..<min(start + block, values.count)
            guard largest(UnsafeBufferPointer(rebasing: values[range])) > most else { continue }
            for index in range where values[index] > most { (best, most) = (index, values[index]) }
        }
        return (best, most)
    }

    private static let block = 256

    /// - Returns: -infinity where there is no number.
    private static func largest(_ values: UnsafeBufferPointer<Float>) -> Float {
        var most = SIMD16<Float>(repeating: -.infinity)
        let whole = values.count / 16 * 16
        let bytes = UnsafeRawBufferPointer(values)
        for start in stride(from: 0, to: whole, by: 16) {
            let numbers = bytes.loadUnaligned(fromByteOffset: 4 * start, as: SIMD16<Float>.self)
            most.replace(with: numbers, where: numbers .> most)
        }
        return values[whole...].reduce(most.max()) { $1 > $0 ? $1 : $0 }
    }
}
