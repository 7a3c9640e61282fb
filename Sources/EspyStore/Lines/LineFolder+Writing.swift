extension LineFolder {
    /// Makes the folder and those above it, unless it is there.
    public func make() throws(StoreError) { try Self.make(path) }

    private static func make(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw .last(path) }
        try make(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(path) }
    }

    /// Does work while no other process, and no other user of this folder here, does any under this lock.
    ///
    /// - Parameter patience: how long to wait for the others.
    /// - Throws: `locked` when it lasts longer.
    public func locked<Result>(
        patience: Duration = .zero, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let lock = try lock(patience)
        return try withExtendedLifetime(lock) { () throws(StoreError) in try work() }
    }

    private func lock(_ patience: Duration) throws(StoreError) -> FileLock {
        for _ in 0..<max(0, Int(patience / .milliseconds(20))) {
            do throws(StoreError) {
                return try FileLock(path: file("lock"))
            } catch .locked {
                usleep(20_000)
            }
        }
        return try FileLock(path: file("lock"))
    }

    /// Adds lines to a file, in one write; makes the file if there is none.
    ///
    /// A line that was cut short before, by a crash, is ended first. When it fails, the file is as it was.
    /// - Parameter lines: whole ones, the last with its end.
    public func append(_ lines: [UInt8], to name: String) throws(StoreError) {
        let path = file(name)
        let number = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw .last(path) }
        defer { close(number) }
        var info = stat()
        guard fstat(number, &info) == 0 else { throw .last(path) }
        var last: UInt8 = 0x0A
        if info.st_size > 0, pread(number, &last, 1, info.st_size - 1) != 1 { throw .last(path) }
        do throws(StoreError) {
            try Self.write(last == 0x0A ? lines : [0x0A] + lines, to: number, path)
        } catch {
            _ = ftruncate(number, info.st_size)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to number: Int32, _ path: String) throws(StoreError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                unistdWrite(number, $0.baseAddress! + start, $0.count - start)
            }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                throw .last(path)
            }
        }
    }

    /// Deletes a file; one that is gone already is fine.
    public func remove(_ name: String) throws(StoreError) {
        guard unlink(file(name)) == 0 || errno == ENOENT else { throw .last(file(name)) }
    }
}

/// `write` of the C library, whose name the method above hides.
private func unistdWrite(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(number, bytes, count)
}
