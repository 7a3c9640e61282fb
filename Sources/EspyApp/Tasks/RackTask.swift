package import Espy
import EspyCodes
import EspyPixels

/// Reads the rack on a photo, and compares it with the expected contents.
package struct RackTask: Sendable {
    package var options: RackOptions
    /// The code of the rack, if the user typed it.
    package var rackID: String?
    /// Whether QR codes and barcodes beside the vials may identify the rack: looking for them takes a sixth of the time
    /// for reading it.
    package var readsBoxCode: Bool
    /// The reference for the comparison.
    package var reference: RackReference?
    /// Whether to find the corner of A1 as the one with the best agreement with the reference.
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
    ///   - source: The place of the photo in its file.
    ///   - history: Earlier scans; nil if there are none.
    ///   - progress: Called on any thread.
    /// - Throws: ``RackError``, ``RackReference/Failure``, ``HistoryError``
    package func run(
        _ image: SplitImage, _ source: PictureSource, history: History? = nil,
        progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws -> RackFinding {
        var finding = RackFinding(rack: try await read(image, options, progress), options: options)
        let id = rackID ?? finding.rack.ownCode(readsBoxCode ? BoxCodes.find(on: image.gray) : [])
        finding.rack.id = id
        if let reference {
            var contents = try await reference.found(for: finding.rack, history).contents
            if try await settle(&finding, by: contents, image) {
                finding.rack.id = id
                // The expected contents may depend on the rack's orientation.
                contents = try await reference.found(for: finding.rack, history).contents
            }
            finding.comparison =
                try await history?.comparison(of: finding.rack, with: contents)
                ?? RackComparison(finding.rack, with: contents)
        }
        finding.rack.note(source)
        return finding
    }

    private func read(
        _ image: SplitImage, _ options: RackOptions, _ progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws -> Rack {
        try await RackReader(options: options).read(image, progress: progress)
    }

    /// If the orientation of the rack is not visible, the expected contents decide.
    /// - Returns: Whether the rack may be a different one now.
    private func settle(
        _ finding: inout RackFinding, by contents: RackContents, _ image: SplitImage
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

    /// Turns the rack to the best agreement with the expected contents. A rack that is not square may be turned
    /// sideways.
    private func turn(_ finding: inout RackFinding, to contents: RackContents, _ image: SplitImage) async throws {
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

/// The result for a rack: its contents, and the differences from the reference.
package struct RackFinding: Sendable {
    package var rack: Rack
    /// The options it was read with.
    package var options: RackOptions
    package var comparison: RackComparison?

    /// Whether nothing is uncertain and nothing differs.
    package var isComplete: Bool { rack.isComplete && comparison?.isSame != false }
}

/// Finds codes other than DataMatrix on a photo of a rack: QR codes, and Code 128 and Code 39 barcodes.
///
/// Product codes are ignored, because they are on the packaging of any goods.
enum BoxCodes {
    /// Photos with a longer short side are reduced to it. A rack's code is larger than those of its vials.
    private static let side = 2000
    /// Code 39 has no check digit, so shorter ones are rejected.
    private static let shortest = 4

    /// - Returns: The distinct values.
    package static func find(on image: GrayImage) -> [String] {
        let gray = reduced(image)
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
