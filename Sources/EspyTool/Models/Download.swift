/// Fetches a file over HTTPS with the system's `curl`: so Espy itself holds no network code, and proxies and
/// certificates are those of the system.
struct Download {
    let url: String
    let surroundings: Surroundings

    /// - Parameters:
    ///   - path: of the file to make.
    ///   - limit: bytes; a larger file is an error.
    /// - Throws: ``Problem``, ``FileError``
    func run(to path: String, limit: Int, report: (Int) async -> Void) async throws {
        guard url.hasPrefix("https://") else { throw Problem("insecure", "\(printable(url)): only https is used") }
        guard let program = Programs.find("curl", surroundings) else {
            throw Problem("noCurl", "curl, which downloads, is not there; run: apt-get install curl")
        }
        let child = try Child(program, arguments(limit), surroundings)
        do {
            try await Pump.run(
                from: child.output, named: url, to: path, limit: limit, report: report)
        } catch {
            child.end()
            if let error = error as? FileError, error.problem == .system(ECANCELED) { throw CancellationError() }
            throw error
        }
        let status = child.wait()
        guard status == 0 else {
            throw Problem("download", "the download failed (curl \(status)); check the connection and try again")
        }
    }

    private func arguments(_ limit: Int) -> [String] {
        // First: no settings of the user, which could send it elsewhere.
        ["-q", "--fail", "--silent", "--show-error", "--location", "--proto", "=https", "--proto-redir", "=https"]
            + ["--max-redirs", "5", "--connect-timeout", "30", "--speed-limit", "1000", "--speed-time", "60"]
            + ["--max-filesize", String(limit), "--globoff", "--url", url]
    }
}
