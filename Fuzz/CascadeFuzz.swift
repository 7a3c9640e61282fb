// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy
// Support: Input
// Longest input: 8192

import Espy
import EspyCodecs
import EspyPixels

/// Random bytes as a face cascade, and cascades with arbitrary numbers: an accepted one can search pictures without
/// leaving
/// them, and terminates.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCascade(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let isRaw = input.next() % 4 == 0
    let file = isRaw ? input.rest() : Array(xml(&input).utf8)
    guard let cascade = FaceCascade(file) else { return 0 }
    let (width, height) = (Int(input.next()) % 96, Int(input.next()) % 96)
    let seed = Int(input.next())
    let pixels = (0..<(width * height)).map { UInt8(truncatingIfNeeded: $0 * (7919 + seed) >> 3) }
    for face in FaceFinder(cascade).faces(in: GrayImage(width: width, height: height, pixels: pixels)) {
        precondition(face.width > 0 && face.width == face.height)
        precondition(
            face.x >= 0 && face.y >= 0 && face.x + face.width <= width + 2 && face.y + face.height <= height + 2)
    }
    return 0
}

/// A cascade with one stage, with numbers from the input.
private func xml(_ input: inout Input) -> String {
    func number() -> String {
        switch input.next() % 16 {
        case 0: "1e300"
        case 1: "nan"
        case 2: "-0.5"
        case 3: "\(Int(input.next()) * 1_000_000)"
        case 4...8: "\(Int(input.next() % 4))"
        default: "\(Int(input.next() % 12) - 2)"
        }
    }
    func numbers(_ count: Int) -> String { (0..<count).map { _ in number() }.joined(separator: " ") }
    let side = 8 + Int(input.next() % 8)
    let nodes = 1 + Int(input.next() % 3)
    let trees = (0...Int(input.next() % 3)).map { _ in
        "<_><internalNodes>\(numbers(4 * nodes))</internalNodes><leafValues>\(numbers(nodes + 1))</leafValues></_>"
    }
    let features = (0...Int(input.next() % 4)).map { _ in
        let boxes = (0..<(2 + Int(input.next() % 2))).map { _ in
            let (x, y) = (Int(input.next()) % side, Int(input.next()) % side)
            let (width, height) = (1 + Int(input.next()) % side, 1 + Int(input.next()) % side)
            return "<_>\(x) \(y) \(width) \(height) \(number())</_>"
        }
        return "<_><rects>\(boxes.joined())</rects></_>"
    }
    return """
        <opencv_storage><cascade><featureType>HAAR</featureType><height>\(side)</height><width>\(side)</width>
        <stages><_><stageThreshold>\(number())</stageThreshold><weakClassifiers>\(trees.joined())</weakClassifiers></_>
        </stages><features>\(features.joined())</features></cascade></opencv_storage>
        """
}
