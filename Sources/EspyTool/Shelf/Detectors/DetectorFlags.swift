package import Espy

/// Flags of choosing what finds the spines.
extension Flags {
    package static let spineDetector = Flag(
        "detector", value: FlagValue("NAME", .choice(["auto"] + SpineDetection.Mode.allCases.map(\.rawValue))),
        setting: Setting("shelf.detector", default: "auto"),
        help: """
            What finds the spines: classical needs no model, trained has the help of a network; auto takes the trained \
            one as far as shelf.rollout says. shadow lets both look, and shows what auto would.
            """)
    package static let spineRollout = Flag(
        "rollout", value: FlagValue("PERCENT", .choice(["none", "5", "25", "50", "100"])),
        setting: Setting("shelf.rollout", default: "none"),
        help: "How many of all installations take the trained detector on their own.")
    package static let trainedOff = Flag(
        "trained-off", setting: Setting("shelf.trained-off", default: "false"),
        help: "Never take the trained detector, whatever else is said.")
    package static let truth = Flag(
        "truth", value: FlagValue("FILE", .path),
        help: """
            Where the spines really are: a JSON file with an object for the photo, or a list of such objects, or a \
            folder with NAME.json for each photo.
            """)

    /// In the order of the help.
    package static let detectorSettings = [spineDetector, spineRollout, trainedOff]
}

extension Settings {
    /// The flag of the trained detector, at the stage that the settings say.
    package var trainedSpines: FeatureFlag {
        let stage = Int(text(Flags.spineRollout)).flatMap(FeatureFlag.Stage.init) ?? .none
        return FeatureFlag(FeatureFlag.trainedSpines, stage: stage, isKilled: isOn(Flags.trainedOff))
    }

    /// What the user asked for; nil for auto.
    package var spineChoice: SpineDetection.Mode? { SpineDetection.Mode(rawValue: text(Flags.spineDetector)) }
}
