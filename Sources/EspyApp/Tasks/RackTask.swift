package import Espy
import EspyCodes
import EspyPixels

/// Reads the box on a photo, and compares it with what it should hold.
package struct RackTask: Sendable {
    package var options: RackOptions
    /// The code of the box itself, where a person has typed it.
    package var rackID: String?
    /// Whether QR and bar codes beside the vials may say which box it is, too: looking for them takes a sixth of the time
    /// of reading the box.
    package var readsBoxCode: Bool
    /// What the box is compared with.
    package var reference: RackReference?
    /// Whether the corner of A1 is the one under which the box agrees best with the reference.
    package var findsA1: Bool

    package init(
        options: RackOptions, rackID: String? = nil, readsBoxCode: Bool = true, reference: RackReference? = nil,
        findsA1: Bool = false
    ) {
        self.options = options
        self.rackID = rackID
        self.readsBoxCode = readsBoxCode
        self.reference = reference
        self.findsA1 = findsA1
    }

    /// - Parameters:
    ///   - history: earlier scans; nil where there are none.
    ///   - progress: called on no particular thread.
    /// - Throws: ``RackError``, ``RackReference/Failure``, ``HistoryError``
    package func run(
        _ photo: DecodedPhoto, history: History? = nil, progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws -> RackFinding {
        let image = photo.image
        var finding = RackFinding(rack: try await read(image, options, progress), options: options)
        let id = rackID ?? finding.rack.ownCode(readsBoxCode ? BoxCodes.find(on: image) : [])
        finding.rack.id = id
        if let reference {
            var contents = try await reference.found(for: finding.rack, history).contents
            if try await settle(&finding, by: contents, image) {
                finding.rack.id = id
                // What it should hold may depend on how it lies.
                contents = try await reference.found(for: finding.rack, history).contents
            }
            finding.comparison =
                try await history?.comparison(of: finding.rack, with: contents)
                ?? RackComparison(finding.rack, with: contents)
        }
        finding.rack.note(photo.source)
        return finding
    }

    private func read(
        _ image: RGBImage, _ options: RackOptions, _ progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws -> Rack {
        try await RackReader(options: options).read(image, progress: progress)
    }

    /// Where the box does not show by itself how it lies, what it should hold says so.
    /// - Returns: whether the box may be another one than before.
    private func settle(
        _ finding: inout RackFinding, by contents: RackContents, _ image: RGBImage
    ) async throws -> Bool {
        if let settled = options.settled(finding.rack, by: contents, anyCorner: findsA1) {
            finding = RackFinding(rack: try await read(image, settled), options: settled)
        } else if findsA1 {
            try await turn(&finding, to: contents, image)
        } else {
            return false
        }
        return true
    }

    /// The box as it agrees best with what it should hold. Of a size that is no square, it may lie the other way in the photo.
    private func turn(_ finding: inout RackFinding, to contents: RackContents, _ image: RGBImage) async throws {
        if case .size(let rows, let columns) = options.grid, rows != columns,
            finding.rack.warnings.contains(where: { $0.kind == .largerThanGiven })
        {
            finding.options.grid = .size(rows: columns, columns: rows)
            finding.rack = try await read(image, finding.options)
        }
        guard let turn = finding.options.agreeing(finding.rack, with: contents) else { return }
        finding.rack = finding.rack.turned(turn, RackCorrections()).0
        finding.options = finding.options.turned(turn)
    }
}

/// A box as it was read, and how it differs from what it was compared with.
package struct RackFinding: Sendable {
    package var rack: Rack
    /// It was read with.
    package var options: RackOptions
    package var comparison: RackComparison?

    /// Nothing is in doubt, and nothing differs.
    package var isComplete: Bool { rack.isComplete && comparison?.isSame != false }
}

/// Codes on a photo of a box that are no DataMatrix: QR, and bars of Code 128 and Code 39.
///
/// Numbers of goods are none of the box: whatever it came in has one.
enum BoxCodes {
    /// A short side above which a photo is reduced. The code of a box is larger than those on its tubes.
    private static let side = 2000
    /// Code 39 has no check digit: shorter ones are not taken.
    private static let shortest = 4

    /// - Returns: what they say, each once.
    package static func find(on image: RGBImage) -> [String] {
        let gray = reduced(image.gray)
        guard min(gray.width, gray.height) >= 16 else { return [] }
        let flat = LocalThreshold.binarized(gray)
        var values = CodeReader.squares(flat.pixels, width: flat.width, height: flat.height).map(\.value)
        let reader = BarcodeReader(options: BarcodeOptions(effort: .quick, readsShort: false))
        if let seen = try? reader.look(at: gray) {
            for stripe in seen.stripes { values += bars(stripe) }
        }
        var known: Set<String> = []
        return values.filter { known.insert($0).inserted }
    }

    private static func bars(_ stripe: GrayImage) -> [String] {
        let plain = CodeReader.bars(stripe.pixels, width: stripe.width, height: stripe.height).map(\.value)
        guard plain.isEmpty else { return plain }
        return CodeReader.bars39(stripe.pixels, width: stripe.width, height: stripe.height).map(\.value)
            .filter { $0.count >= shortest }
    }

    private static func reduced(_ image: GrayImage) -> GrayImage {
        let scale = Double(side) / Double(max(1, min(image.width, image.height)))
        guard scale < 1 else { return image }
        return image.resized(
            width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
    }
}
