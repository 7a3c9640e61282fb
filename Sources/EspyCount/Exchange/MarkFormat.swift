import EspyBase
import Foundation

/// Files for one photo in which other programs find what was counted.
public enum MarkFormat: String, Sendable, CaseIterable {
    case coco, yolo, labelme, imagej

    /// The file.
    ///
    /// - Parameters:
    ///   - count: what is in it.
    ///   - file: name of the photo, as whoever reads this shall find it.
    ///   - name: what the things are called.
    public func bytes(of count: Count, file: String, name: String) throws -> [UInt8] {
        switch self {
        case .coco:
            var dataset = CocoDataset()
            dataset.add(count, file: file, name: name)
            return try dataset.bytes()
        case .yolo: return Array(YoloLabels.text(of: count).utf8)
        case .labelme: return try jsonFile(LabelMeFile(count, file: file, name: name))
        case .imagej: return ImageJRegions.archive(of: count)
        }
    }

    /// How names of such files end, without the dot.
    public var fileExtension: String {
        switch self {
        case .coco, .labelme: "json"
        case .yolo: "txt"
        case .imagej: "zip"
        }
    }
}

extension CocoDataset {
    /// The file.
    public func bytes() throws -> [UInt8] { try jsonFile(self) }
}

/// The same bytes for the same marks.
private func jsonFile(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [0x0A]
}
