/// The settings of the reference script where its command line is given none.
package enum ReferenceConstants {
    /// Least objectness times class score.
    package static let confidence = 0.001
    /// Cosine similarity above which groups are joined.
    package static let similarity = 0.80
    /// Intersection over union above which two detections are one.
    package static let suppression = 0.65
    /// The same between groups, after clustering.
    package static let merging = 0.5
    /// Standard deviations about the median.
    package static let sizeLimit = 3.0
    package static let aspectLimit = 1.0
    package static let areaLimit = 2.0
}
