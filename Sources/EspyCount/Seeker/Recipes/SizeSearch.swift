import EspyPixels
import Foundation

/// Looks for the size that the things of a recipe have in a photo.
struct SizeSearch: Sendable {
    let models: SeekerModels
    let view: SeekerView
    let features: RecipeFeatures

    /// Sizes that are tried: those of the examples, and each so many times the one before.
    private static let step = 1.4
    private static let steps = 4
    /// Where the camera was as far away: only what hands and lenses change.
    private static let smallStep = 1.2
    private static let smallSteps = 1
    /// In pixels of the scaled photo: long sides that are looked at.
    private static let sides = 96.0...2_000.0

    /// Sides of a thing in pixels of the photo, the expected one first.
    func candidates(_ distance: Recipe.Distance) -> [Double] {
        let long = Double(max(view.image.width, view.image.height))
        let expected = features.share * long
        let (step, steps) = distance == .same ? (Self.smallStep, Self.smallSteps) : (Self.step, Self.steps)
        let places = [0] + (1...steps).flatMap { [$0, -$0] }
        let all = places.map { expected * pow(step, Double($0)) }
        let fitting = all.filter { Self.sides.contains(long * SeekerScale.normalSide / $0) }
        return fitting.isEmpty ? [expected] : fitting
    }

    /// What speaks for each.
    func evidence(
        for sides: [Double], report: (Double) -> Void = { _ in }
    ) throws(CountError) -> [SizeEvidence] {
        var all: [SizeEvidence] = []
        for side in sides {
            all.append(try evidence(for: side))
            report(Double(all.count) / Double(sides.count))
        }
        return all
    }

    private func evidence(for side: Double) throws(CountError) -> SizeEvidence {
        let maps = try view.maps(
            scale: SeekerScale.scale(side: side, width: view.image.width, height: view.image.height))
        let finds = try Finder(networks: models.networks).finds(
            given: features.like, against: features.unlike, in: maps)
        let surest = finds.prefix(SizeEvidence.looked).map(\.box)
        let likeness = try Describer(networks: models.networks).vectors(of: surest, in: maps).map {
            Double(cosine($0, features.likeness))
        }
        let long = Double(max(view.image.width, view.image.height))
        return SizeEvidence(finds, likeness: likeness, side: side, expected: features.share * long)
    }
}
