import Espy
import Foundation

/// Counts the things of the largest group on a tray, and says which of them a person should look at.
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

/// Loads the models once. They are for any number of photos, and may be used by several tasks at the same time.
func countingModels(in folder: String) async throws -> CountModels {
    let library = try ModelLibrary(folders: [folder])
    return try await CountModels.load(with: ModelLoader(library: library))
}

/// The count as a person sees it: the first thing is none, and one was missed. Nil: the photo has no such place.
func corrected(_ count: Count, missed: Rect) -> Count? {
    count.corrected(by: CountCorrections(added: [missed], removed: [0]))
}

/// What to tell a person about a photo that could not be tried.
func advice(onTray error: any Error) -> String {
    switch error {
    case ImageError.notAnImage: "not a supported image format"
    case CountError.model(.runtimeUnavailable(let reason)): reason
    case CountError.model(.missingModel(let id, let path)): "the model \(id) is not at \(path)"
    case CountError.unusableExample(let rect): "there is nothing at \(rect.x), \(rect.y)"
    default: "\(error)"
    }
}
