public import EspyInference
public import EspyPixels

/// A reason why counting could not be attempted. A photo without things is not an error but a ``Count`` of 0.
public enum CountError: Error, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// A region or exclusion has fewer than three corners, or a number that is not finite.
    case unusableRegion([Point])
    /// The name of a region is empty, longer than 80 bytes, not on one line, or used by another region.
    case unusableRegionName(String)
    /// A grid of regions is empty, has more than ``RegionLayout/most``, or has corners that lie on a line.
    case unusableGrid(rows: Int, columns: Int)
    /// More regions than any photo has.
    case tooManyRegions(limit: Int)
    /// The example lies outside the picture or has no area.
    case unusableExample(Rect)
    /// A picture of the recipe cannot be read.
    case unusableRecipe
    /// A scale, or the length of a reference, is not a number above 0.
    case unusableScale
    /// A size limit is not a number from 0 on, or the lower one is above the upper one.
    case unusableLimits
    /// Nothing measurable is visible in the box of the reference.
    case unusableReference(Rect)
    /// A threshold is outside 0…1.
    case unusableThreshold(Double)
    /// Constants of the reference pipeline were used with another one.
    case constantsWithoutReference
    /// A constant of the reference pipeline is outside ``CountOptions/Constants/limits``, or the smallest group is
    /// below 1.
    case unusableConstant(Double)
    /// A model could not be run.
    case model(InferenceError)
    /// The task was canceled before it was done.
    case cancelled
}
