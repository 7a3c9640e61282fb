import Espy
import Foundation

/// Counts the largest group of things on a tray, and lists those that need a look.
func countTray(at path: String, with models: CountModels) async throws -> Count {
    let photo = try CountPhoto([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let count = try await Counter(models: models).count(photo)
    print("\(count.count) things, at least \(count.range.low) and at most \(count.range.high)")
    for doubtful in count.review {
        let place = doubtful.detection.rect
        print("look at number \(doubtful.number) at \(place.x), \(place.y): \(doubtful.reasons)")
    }
    return count
}

/// Loads the models once. They can be used for any number of photos, also by several tasks at the same time.
func countingModels(in folder: String) async throws -> CountModels {
    let library = try ModelLibrary(folders: [folder])
    return try await CountModels.load(with: ModelLoader(library: library))
}

/// Returns a corrected count: the first mark was wrong, and one was missing. Nil if the photo has no such place.
func corrected(_ count: Count, missed: Rect) -> Count? {
    count.corrected(by: CountCorrections(added: [missed], removed: [0]))
}

/// Returns the message for a photo that could not be processed.
func advice(onTray error: any Error) -> String {
    switch error {
    case ImageError.notAnImage: "not a supported image format"
    case CountError.model(.runtimeUnavailable(let reason)): reason
    case CountError.model(.missingModel(let id, let path)): "the model \(id) is not at \(path)"
    case CountError.unusableExample(let rect): "there is nothing at \(rect.x), \(rect.y)"
    default: "\(error)"
    }
}
