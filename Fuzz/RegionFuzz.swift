// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference EspyCount
// Support: Input JSONEdits
// Longest input: 2048

import EspyCount
import EspyPixels
import Foundation

/// A file of regions, Espy's own or LabelMe's: no more than the limit, with finite corners, and the same when they are
/// read
/// again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRegions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let choice = input.next()
    let bytes = choice % 8 == 0 ? input.rest() : JSONEdits.changed(texts[Int(choice) % texts.count], by: &input)
    guard let layout = try? RegionLayout(reading: Data(bytes)), (try? layout.check()) != nil else { return 0 }
    for (width, height) in [(1, 1), (640, 480), (12_000, 9_000)] {
        guard let regions = try? layout.regions(width: width, height: height) else { continue }
        precondition(regions.count <= max(layout.regions.count, 0) + RegionLayout.most)
        _ = try? CountOptions(regions: regions).check(width: width, height: height)
    }
    guard let written = try? JSONEncoder().encode(layout) else { return 0 }
    precondition((try? JSONDecoder().decode(RegionLayout.self, from: written)) == layout)
    return 0
}

private let texts = [
    """
    {"width": 640, "height": 480, "regions": [{"name": "left", "corners": [[0, 0], [300, 0], [300, 480]]},
    {"name": "right", "box": [320, 0, 320, 480]}]}
    """,
    """
    {"grid": {"rows": 4, "columns": 6, "within": [[10, 10], [600, 20], [610, 470], [5, 460]]}}
    """,
    """
    {"version": "5.0", "imagePath": "a.jpg", "imageWidth": 640, "imageHeight": 480, "shapes": [{"label": "A",
    "shape_type": "polygon", "points": [[1, 1], [90, 1], [90, 80]]}, {"label": "B", "shape_type": "rectangle",
    "points": [[100, 100], [200, 180]]}]}
    """,
]
