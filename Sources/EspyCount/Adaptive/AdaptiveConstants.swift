/// The numbers of the adaptive pipeline. They were chosen on photos of sources that the models were not trained on and
/// on drawn trays, never on the photos that the pipeline is measured with.
enum AdaptiveConstants {
    /// Candidates below this score are not looked at.
    static let leastScore = 0.3
    /// In one look: intersection over union above which two candidates are one thing.
    static let suppression = 0.6
    /// Between looks, and for the result.
    static let agreement = 0.5
    static let finalSuppression = 0.45
    /// A thing speaks for a scale by as much as its score is above this, and a poor one against it.
    static let evidenceLevel = 0.62
    static let evidenceLeast = 0.5
    /// What a look that does not see a thing says of it.
    static let missingScore = 0.3
    /// From this agreed score on a candidate founds groups.
    static let confidence = 0.5
    /// Down to this much below it the second look goes.
    static let secondLookMargin = 0.1
    /// Mean similarity from which things are one group: cosine, less ``sizeWeight`` for each factor e in size.
    static let similarity = 0.6
    static let sizeWeight = 0.3
    /// A group is worth the sum of the scores of its things above this.
    static let worthLevel = 0.35
    /// More candidates than this are not grouped: the least sure are left out, with a warning.
    static let mostCandidates = 5_000
}
