import Espy
import EspyApp
import EspyHTTP

/// What is to be counted.
struct CountRequest: PhotoJobRequest, Equatable {
    let photo: String
    let page: Int?
    /// Name or identifier of the recipe that says what to count.
    let recipe: String?
    /// Several of them, each of which counts its own kind.
    let recipes: [String]?
    let options: Wishes?
    /// Groups to count in place of the main one.
    let groups: [Int]?
    /// An entry of the history that the new one takes the place of.
    let replaces: String?
    let keep: Bool?

    /// What differs from the settings.
    struct Wishes: Decodable, Equatable {
        /// Nil where nothing is said; with nil inside, what the pipeline finds best.
        let confidence: Double??
        let similarity: Double??
        let pipeline: CountOptions.Pipeline?
        let filtersSize: Bool?
        let filtersAspect: Bool?
        let border: CountOptions.BorderPolicy?
        let like: Rect?
        let alsoLike: [Rect]?
        let unlike: [Rect]?
        let region: [Pair]?
        let exclusions: [[Pair]]?
        let regions: [CountOptions.Region]?
        let regionGrid: RegionLayout.Grid?
        let measuring: Measuring?

        private enum Key: String, CodingKey {
            case confidence, similarity, pipeline, filtersSize, filtersAspect, border, like, alsoLike, unlike, region
            case exclusions, regions, regionGrid, measuring
        }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            func threshold(_ key: Key) throws -> Double?? {
                box.contains(key) ? .some(try box.decodeIfPresent(Double.self, forKey: key)) : .none
            }
            confidence = try threshold(.confidence)
            similarity = try threshold(.similarity)
            pipeline = try box.decodeIfPresent(CountOptions.Pipeline.self, forKey: .pipeline)
            filtersSize = try box.decodeIfPresent(Bool.self, forKey: .filtersSize)
            filtersAspect = try box.decodeIfPresent(Bool.self, forKey: .filtersAspect)
            border = try box.decodeIfPresent(CountOptions.BorderPolicy.self, forKey: .border)
            like = try box.decodeIfPresent(Rect.self, forKey: .like)
            alsoLike = try box.decodeIfPresent([Rect].self, forKey: .alsoLike)
            unlike = try box.decodeIfPresent([Rect].self, forKey: .unlike)
            region = try box.decodeIfPresent([Pair].self, forKey: .region)
            exclusions = try box.decodeIfPresent([[Pair]].self, forKey: .exclusions)
            regions = try box.decodeIfPresent([CountOptions.Region].self, forKey: .regions)
            regionGrid = try box.decodeIfPresent(RegionLayout.Grid.self, forKey: .regionGrid)
            measuring = try box.decodeIfPresent(Measuring.self, forKey: .measuring)
        }
    }

    /// `[x, y]`
    struct Pair: Decodable, Equatable {
        let point: Point

        init(from decoder: any Decoder) throws {
            var box = try decoder.unkeyedContainer()
            point = Point(x: try box.decode(Double.self), y: try box.decode(Double.self))
        }
    }

    func work(on photo: Photo, _ settings: CurrentSettings, _ finders: PhotoFinders) throws(HTTPProblem) -> CountWork {
        let recipes = try chosen(finders.recipes)
        if !recipes.isEmpty, groups?.isEmpty == false {
            throw .unprocessable("a recipe says what to count; leave out groups")
        }
        let layout = layout(recipes)
        var kinds: [CountWork.Kind] = []
        for recipe in recipes.isEmpty ? [nil] : recipes.map(Optional.some) {
            // What the recipe says goes before the settings, and wishes before the recipe.
            let options = try options(over: settings.count.following(recipe), recipe, layout, in: photo)
            kinds.append(CountWork.Kind(recipe: recipe, options: options))
        }
        return CountWork(
            photo: photo, kinds: kinds, groups: groups ?? [], models: settings.models, counting: finders.counting,
            known: finders.decoded)
    }

    /// - Returns: none where none is asked for.
    private func chosen(_ keeping: RecipeStore) throws(HTTPProblem) -> [Recipe] {
        let names = (recipe.map { [$0] } ?? []) + (recipes ?? [])
        guard names.count <= Self.mostKinds else {
            throw .unprocessable("more than \(Self.mostKinds) recipes are too many for one photo")
        }
        let chosen = try names.map { (name) throws(HTTPProblem) in try keeping.kept(name).recipe }
        guard Set(chosen.map { Recipe.key(of: $0.name) }).count == chosen.count else {
            throw .unprocessable("one recipe is named twice")
        }
        if chosen.count > 1, options?.like != nil {
            throw .unprocessable("an example shows things of one kind; leave it out, or all recipes but one")
        }
        return chosen
    }

    /// Each takes as long as a count.
    private static let mostKinds = 12

    /// The settings with the wishes in their place.
    private func options(
        over settings: CountOptions, _ recipe: Recipe?, _ layout: RegionLayout, in photo: Photo
    ) throws(HTTPProblem) -> CountOptions {
        var result = settings
        if let options {
            result.confidence = options.confidence ?? settings.confidence
            result.similarity = options.similarity ?? settings.similarity
            result.pipeline = options.pipeline ?? settings.pipeline
            result.filtersSize = options.filtersSize ?? settings.filtersSize
            result.filtersAspect = options.filtersAspect ?? settings.filtersAspect
            result.border = options.border ?? settings.border
            result.like = options.like
            result.alsoLike = options.alsoLike ?? []
            result.unlike = options.unlike ?? []
            result.region = options.region?.map(\.point)
            result.exclusions = options.exclusions?.map { $0.map(\.point) } ?? []
        }
        result.measuring =
            options?.measuring ?? recipe?.sizes?.measuring(width: photo.width, height: photo.height)
        do throws(CountError) {
            result.regions = try layout.regions(width: photo.width, height: photo.height)
            try result.check(width: photo.width, height: photo.height)
        } catch {
            throw HTTPProblem(error)
        }
        return result
    }
}

extension CountRequest {
    /// What was asked for; else what the recipe says, unless an empty list says that there are none.
    private func layout(_ recipes: [Recipe]) -> RegionLayout {
        guard let options, options.regions != nil || options.regionGrid != nil else {
            return recipes.lazy.compactMap(\.layout).first ?? .init()
        }
        return RegionLayout(regions: options.regions ?? [], grid: options.regionGrid)
    }
}

/// Counts in one photo.
struct CountWork: PhotoWork {
    let photo: Photo
    /// What is counted; several become one result.
    let kinds: [Kind]
    let groups: [Int]
    let models: Count.Models
    let counting: CountService
    let known: DecodedPhotos

    /// One kind of things, and how it is counted.
    struct Kind: Sendable {
        /// Nil for what the photo or an example in it shows.
        let recipe: Recipe?
        let options: CountOptions
    }

    func decoded() throws(HTTPProblem) -> CountPhoto { try known.picture(of: photo) }

    func find(
        in picture: CountPhoto, _ tell: @escaping Job.Progress
    ) async throws(HTTPProblem) -> PhotoFinding<Count> {
        var counts: [Count] = []
        for (place, kind) in kinds.enumerated() {
            do throws(CountError) {
                let count = try await counting.count(
                    picture, options: kind.options, recipe: kind.recipe, models: models
                ) {
                    // Each kind has an equal part of the bar.
                    let done = (Double(place) + $0.fraction) / Double(kinds.count)
                    tell($0.stage.rawValue, 0.1 + 0.8 * done)
                }
                counts.append(count)
            } catch {
                throw HTTPProblem(error)
            }
            if Task.isCancelled { throw .cancelled }
        }
        let count = try chosen(Count.together(counts) ?? counts[0])
        return PhotoFinding(result: count, options: count.parameters, image: picture.image)
    }

    /// With the groups that the user wants counted.
    private func chosen(_ count: Count) throws(HTTPProblem) -> Count {
        if groups.isEmpty || count.detections.isEmpty { return count }
        guard let other = count.counting(clusters: groups) else {
            let known = count.clusters.map { String($0.id) }.joined(separator: ", ")
            throw .unprocessable("there is no such group; the groups are \(known)")
        }
        return other
    }
}
