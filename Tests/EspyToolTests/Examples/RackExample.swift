import Espy
import Foundation

/// Reads a box of 9 x 9 wells, and prints where a person has to look.
func readBox(at path: String) async throws -> Rack {
    let photo = try ImageDecoder().decode([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let reader = RackReader(options: RackOptions(grid: .size(rows: 9, columns: 9)))
    let rack = try await reader.read(photo)
    for vial in rack.vials { print(vial.name, vial.value) }
    for cell in rack.cells where cell.status == .unread { print("\(cell.name): look at \(cell.x), \(cell.y)") }
    for twice in rack.duplicates { print("\(twice.value) is in \(twice.places.map(\.name))") }
    return rack
}

/// Returns the table of the box with a value typed into well A5. Nil if the box has no such well.
func table(of rack: Rack, typing value: String) -> String? {
    let typed = RackCorrections.Value(row: 0, col: 4, value: value)
    return rack.corrected(by: RackCorrections(values: [typed]))?.csv()
}

/// Returns the message for a photo that could not be processed.
func advice(onBox error: any Error) -> String {
    switch error {
    case ImageError.notAnImage: "not a supported image format"
    case ImageError.tooManyPixels(let width, let height, let limit):
        "\(width) x \(height) pixels are more than \(limit)"
    case RackError.unusableGrid(let grid): "no box has \(grid) wells"
    default: "\(error)"
    }
}
