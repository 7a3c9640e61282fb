package import EspySystem

/// The lines of several files in order. Only a part of a file is in memory at a time.
package struct LineSource {
    private var names: [String]
    private let input: Descriptor
    private let longest: Int
    private var descriptor: Descriptor?
    /// Whether the descriptor must be closed.
    private var isOwned = false
    private var name = ""
    /// The beginning of an incomplete line.
    private var rest: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    /// - Parameters:
    ///   - names: The files; `-` is standard input; a folder means the files in it, sorted by name.
    ///   - input: standard input.
    ///   - longest: Maximum number of bytes per line; longer lines are truncated.
    package init(_ names: [String], input: Descriptor, longest: Int) throws(FileError) {
        var files: [String] = []
        for name in names {
            if name != "-", Files.isFolder(name) {
                files += try Files.names(in: name).map { Path.join(name, $0) }.filter { !Files.isFolder($0) }
            } else {
                files.append(name)
            }
        }
        (self.names, self.input, self.longest) = (files.reversed(), input, longest)
    }

    /// Returns the next lines, without line breaks; nil at the end of the last file.
    package mutating func next() throws(FileError) -> [ArraySlice<UInt8>]? {
        while true {
            guard let descriptor = try current() else { return nil }
            let piece: ArraySlice<UInt8>
            do throws(FileError) {
                piece = try descriptor.readPiece(&buffer, name: name)
            } catch {
                close()
                throw error
            }
            if piece.isEmpty {
                close()
                guard !rest.isEmpty else { continue }
                defer { rest = [] }
                return [rest[...]]
            }
            let lines = take(piece)
            if !lines.isEmpty { return lines }
        }
    }

    private mutating func current() throws(FileError) -> Descriptor? {
        if let descriptor { return descriptor }
        guard let next = names.popLast() else { return nil }
        name = next
        if next == "-" {
            descriptor = input
            return input
        }
        let number = open(next, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last(next) }
        (descriptor, isOwned) = (Descriptor(number), true)
        return descriptor
    }

    private mutating func close() {
        if isOwned, let descriptor { _ = closeDescriptor(descriptor.number) }
        (descriptor, isOwned) = (nil, false)
    }

    private mutating func take(_ piece: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        guard let last = piece.lastIndex(of: 0x0A) else {
            // One byte more than allowed, to detect that it is too long.
            rest += piece.prefix(max(longest + 1 - rest.count, 0))
            return []
        }
        let whole = rest + piece[..<last]
        rest = Array(piece[(last + 1)...])
        return whole.split(separator: 0x0A, omittingEmptySubsequences: false)
    }
}

// A method of the same name hides the one of the C library.
private func closeDescriptor(_ number: Int32) -> Int32 { close(number) }
