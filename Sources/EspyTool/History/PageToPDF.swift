import EspyApp
import EspySystem
import Foundation

/// Has a browser that is installed print a page into a file.
struct PageToPDF {
    private let surroundings: Surroundings

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// Browsers that print without a window, in the order in which they are looked for.
    private static let browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

    /// - Throws: that there is no browser, or that it did not print.
    func write(_ html: String, to path: String) throws {
        let folders = surroundings.variable("PATH")
        guard let browser = Self.browsers.lazy.compactMap({ ChildProcess.find($0, path: folders) }).first else {
            throw Problem(
                "noBrowser",
                "a PDF is printed by Chromium, which is not installed; install it, or write .html and print that")
        }
        let parent = surroundings.variable("TMPDIR") ?? "/tmp"
        let folder = try TemporaryFolder.make(in: parent, prefix: ".espy-report-")
        let (page, printed) = (Path.join(folder.path, "report.html"), Path.join(folder.path, "report.pdf"))
        try AtomicFile.replace(page, with: Array(html.utf8))
        // What it says is for those who mend browsers.
        let silence = FileHandle.nullDevice
        let child = try ChildProcess(
            browser, arguments(folder.path, printed: printed, page: page),
            variables: surroundings.environment.variables,
            errors: Descriptor(silence.fileDescriptor))
        _ = try? child.output.readAll(limit: 1 << 20, name: browser)
        _ = child.wait()
        guard let bytes = try? Files.read(printed, limit: 1 << 30), bytes.starts(with: Array("%PDF".utf8)) else {
            throw Problem("notPrinted", "\(browser) did not print the page; write .html and print that")
        }
        try AtomicFile.replace(path, with: bytes)
    }

    /// The page is our own and runs nothing, so that a browser needs no sandbox for it, which root has none of.
    private func arguments(_ folder: String, printed: String, page: String) -> [String] {
        [
            "--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer",
            "--user-data-dir=\(folder)/profile",
            "--print-to-pdf=\(printed)", "file://\(page)",
        ]
    }
}
