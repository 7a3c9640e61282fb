// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference EspyCount
// Support: Input JSONEdits
// Longest input: 2048

import EspyCodecs
import EspyCount
import EspyPixels
import Foundation

/// A stranger's recipe: an accepted one can be shown, used and written, and is the same when it is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecipes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let isRaw = input.next() % 8 == 0
    let bytes = isRaw ? input.rest() : JSONEdits.changed(text, by: &input)
    guard let recipe = try? Recipe(file: bytes).cleaned() else { return 0 }
    precondition(Recipe.isName(recipe.name) && (1...Recipe.mostExamples).contains(recipe.examples.count))
    for sample in recipe.examples + recipe.counterexamples {
        guard let image = try? sample.image() else {
            preconditionFailure("a picture that was decoded is decoded again")
        }
        precondition(max(image.width, image.height) <= Recipe.mostSide && sample.share > 0)
    }
    for (width, height) in [(1, 1), (4000, 3000)] {
        _ = try? recipe.layout?.regions(width: width, height: height)
        _ = recipe.sizes?.measuring(width: width, height: height)
    }
    guard let file = try? recipe.file() else { preconditionFailure("what was read can be written") }
    precondition((try? Recipe(file: file)) == recipe)
    return 0
}

private let text: String = {
    let photo = CountPhoto(RGBImage(width: 64, height: 48, red: 200, green: 90, blue: 40), width: 64, height: 48)
    guard let sample = try? Recipe.Sample(Rect(x: 20, y: 14, width: 16, height: 18), in: photo) else { return "" }
    let layout = RegionLayout(
        size: PhotoSize(width: 64, height: 48), regions: [.init(name: "left", corners: Quad(sample.box).corners)],
        grid: .init(rows: 2, columns: 3))
    let recipe = Recipe(
        name: "tray", things: .init("tarts", one: "tart"), examples: [sample], counterexamples: [sample],
        similarity: 0.8, border: .half, distance: .same, layout: layout,
        sizes: .init(
            Measuring(scale: LengthScale(pixelsPerUnit: 12.5, unit: .millimeter), smallest: 4, largest: 30),
            longSide: 64))
    return (try? recipe.file()).map { String(decoding: $0, as: UTF8.self) } ?? ""
}()
