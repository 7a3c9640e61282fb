import Espy
import EspyApp
import EspyHTTP

/// A request to count.
struct CountRequest: PhotoJobRequest, Equatable {
    let photo: String
    let page: Int?
    /// Name or identifier of the recipe.
    let recipe: String?
    /// Several recipes, each of which counts its own kind.
    let recipes: [String]?
    let options: OptionOverrides?
    /// Groups to count instead of the main one.
    let groups: [Int]?
    /// The history entry to replace.
    let replaces: String?
    let keep: Bool?

    /// The options that differ from the settings.
    struct OptionOverrides: Decodable, Equatable {
        /// Nil if not specified; nil inside for the pipeline's best value.
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
        let constants: Constants?

        /// Constants of the reference pipeline that differ from those of its script, or of the document.
        struct Constants: Decodable, Equatable {
            let value: CountOptions.Constants

            private enum Key: String, CodingKey { case strict, size, aspect, area, smallestGroup }

            init(from decoder: any Decoder) throws {
                let box = try decoder.container(keyedBy: Key.self)
                let isStrict = try box.decodeIfPresent(Bool.self, forKey: .strict) ?? false
                var value = isStrict ? CountOptions.Constants.strict : .script
                func take(_ key: Key, _ limit: inout Double?) throws {
                    // Null turns a filter off.
                    if box.contains(key) { limit = try box.decodeIfPresent(Double.self, forKey: key) }
                }
                try take(.size, &value.size)
                try take(.aspect, &value.aspect)
                try take(.area, &value.area)
                value.smallestGroup = try box.decodeIfPresent(Int.self, forKey: .smallestGroup) ?? value.smallestGroup
                self.value = value
            }
        }

        private enum Key: String, CodingKey {
            case confidence, similarity, pipeline, filtersSize, filtersAspect, border, like, alsoLike, unlike, region
            case exclusions, regions, regionGrid, measuring, constants
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
            constants = try box.decodeIfPresent(Constants.self, forKey: .constants)
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

    func work(on photo: Photo, _ settings: Settings, _ finders: Analyzers) throws(HTTPProblem) -> Work {
        let names = (recipe.map { [$0] } ?? []) + (recipes ?? [])
        let recipes = try names.map { (name) throws(HTTPProblem) in try finders.recipes.kept(name).recipe }
        let task: CountTask
        do throws(Problem) {
            task = try CountTask(
                settings: settings.countOptions, models: settings.countModels, recipes: recipes,
                layout: options?.layout, groups: groups ?? []
            ) { options?.apply(to: &$0) }
        } catch {
            throw HTTPProblem(error)
        }
        do throws(CountError) {
            for kind in task.kinds { _ = try task.options(of: kind, width: photo.width, height: photo.height) }
        } catch {
            throw HTTPProblem(error)
        }
        return Work(photo: photo, task: task, counting: finders.counting, known: finders.decoded)
    }
}

extension CountRequest.OptionOverrides {
    fileprivate func apply(to result: inout CountOptions) {
        result.confidence = confidence ?? result.confidence
        result.similarity = similarity ?? result.similarity
        result.pipeline = pipeline ?? result.pipeline
        result.filtersSize = filtersSize ?? result.filtersSize
        result.filtersAspect = filtersAspect ?? result.filtersAspect
        result.border = border ?? result.border
        result.like = like
        result.alsoLike = alsoLike ?? []
        result.unlike = unlike ?? []
        result.region = region?.map(\.point)
        result.exclusions = exclusions?.map { $0.map(\.point) } ?? []
        result.measuring = measuring
        result.constants = constants?.value
    }

    /// Nil if not specified; an empty list means no regions.
    fileprivate var layout: RegionLayout? {
        guard regions != nil || regionGrid != nil else { return nil }
        return RegionLayout(regions: regions ?? [], grid: regionGrid)
    }
}

extension CountRequest {
    /// Counts in one photo.
    struct Work: PhotoWork {
        let photo: Photo
        let task: CountTask
        let counting: CountService
        let known: DecodedPhotos

        func decoded() throws(HTTPProblem) -> CountPhoto { try known.picture(of: photo) }

        func find(
            in picture: CountPhoto, _ progress: @escaping Job.Progress
        ) async throws(HTTPProblem) -> AnalysisResult<Count> {
            do {
                let count = try await task.run(picture, with: counting) {
                    progress($0.stage.rawValue, 0.1 + 0.8 * $0.fraction)
                }
                return AnalysisResult(result: count, options: count.parameters, image: picture.image)
            } catch {
                throw error is CancellationError ? .cancelled : HTTPProblem(error)
            }
        }
    }
}
