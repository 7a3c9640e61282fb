public import EspyInference
public import EspyPixels

/// Why a photo could not be tried at all. A photo in which nothing is found is no error but a ``Count`` of 0.
public enum CountError: Error, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// A region or exclusion has fewer than three corners, or a number that is not finite.
    case unusableRegion([Point])
    /// The name of a region is empty, longer than 80 bytes or than one line, or another region has it.
    case unusableRegionName(String)
    /// A grid of regions has none of them, more than ``RegionLayout/most``, or corners that lie on a line.
    case unusableGrid(rows: Int, columns: Int)
    /// More regions than any photo has.
    case tooManyRegions(limit: Int)
    /// The example lies outside the picture or has no area.
    case unusableExample(Rect)
    /// A picture of the recipe cannot be read.
    case unusableRecipe
    /// A scale, or the length of a reference, is no number above 0.
    case unusableScale
    /// A limit of sizes is no number from 0 on, or the lower one is above the upper one.
    case unusableLimits
    /// In the box of the thing of known length nothing is seen that could be measured.
    case unusableReference(Rect)
    /// A threshold is outside 0…1.
    case unusableThreshold(Double)
    /// Constants of the reference pipeline were given to another one.
    case constantsWithoutReference
    /// A constant of the reference pipeline is not within ``CountOptions/Constants/limits``, or below 1 thing.
    case unusableConstant(Double)
    /// A model could not be run.
    case model(InferenceError)
    /// The task was cancelled before it was done.
    case cancelled
}
