/// Tells from a candidate's edges and from what the network says of it how likely it is one whole spine.
///
/// The weights are made by `training/spines`, for one network.
enum TrainedJudge {
    static var judge: BookJudge { BookJudge(weights: weights, bias: bias, glance: glance) }
}
