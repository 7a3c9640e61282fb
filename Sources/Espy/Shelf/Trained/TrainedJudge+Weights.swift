/// To be written by training/spines.
enum TrainedJudge {
    static let bias: Float = BookJudge.bias
    static let glance: (trees: Int, least: Float) = BookJudge.glance
    static let weights: [Float] = BookJudge.weights
}
