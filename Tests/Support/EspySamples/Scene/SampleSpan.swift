/// The ranges of a random scene's parameters.
struct SampleSpan {
    /// Pixels per module.
    var module: ClosedRange<Double>
    /// Standard deviation in pixels.
    var blur: ClosedRange<Double>
    var motionChance: Double
    var noise: ClosedRange<Double>
    var contrast: ClosedRange<Double>
    /// Change of the brightness from edge to edge, as a fraction.
    var light: Double
    var quality: ClosedRange<Int>
    /// Radians.
    var tilt: ClosedRange<Double>
    var roll: ClosedRange<Double>
    /// Pitches.
    var lean: Double
    /// The filled fraction of the cells outside empty rows and columns.
    var density: ClosedRange<Double>
    /// Maximum number of empty rows, and of empty columns.
    var emptyLines: Int
    var uncodedChance: Double
    var penChance: Double
    var glareChance: Double

    init(_ difficulty: SampleScene.Difficulty) {
        switch difficulty {
        case .easy: self = .easy
        case .ordinary: self = .ordinary
        case .hard: self = .hard
        }
    }

    private init(
        module: ClosedRange<Double>, blur: ClosedRange<Double>, motionChance: Double, noise: ClosedRange<Double>,
        contrast: ClosedRange<Double>, light: Double, quality: ClosedRange<Int>, tilt: ClosedRange<Double>,
        roll: ClosedRange<Double>, lean: Double, density: ClosedRange<Double>, emptyLines: Int, uncodedChance: Double,
        penChance: Double, glareChance: Double
    ) {
        self.module = module
        self.blur = blur
        self.motionChance = motionChance
        self.noise = noise
        self.contrast = contrast
        self.light = light
        self.quality = quality
        self.tilt = tilt
        self.roll = roll
        self.lean = lean
        self.density = density
        self.emptyLines = emptyLines
        self.uncodedChance = uncodedChance
        self.penChance = penChance
        self.glareChance = glareChance
    }

    static let easy = SampleSpan(
        module: 4...6, blur: 0.4...0.6, motionChance: 0, noise: 0.5...1.5, contrast: 0.95...1, light: 0.1,
        quality: 88...95, tilt: 0...0.03, roll: -0.05...0.05, lean: 0.05, density: 0.9...1, emptyLines: 0,
        uncodedChance: 0, penChance: 0, glareChance: 0)

    static let ordinary = SampleSpan(
        module: 3.2...5, blur: 0.5...0.8, motionChance: 0.1, noise: 1...3, contrast: 0.8...1, light: 0.3,
        quality: 78...92, tilt: 0...0.22, roll: -0.35...0.35, lean: 0.26, density: 0.6...1, emptyLines: 2,
        uncodedChance: 0.04, penChance: 0.06, glareChance: 0.05)

    static let hard = SampleSpan(
        module: 2.4...3.6, blur: 0.6...1.0, motionChance: 0.35, noise: 2...5, contrast: 0.45...0.9, light: 0.6,
        quality: 65...85, tilt: 0.1...0.45, roll: -0.8...0.8, lean: 0.4, density: 0.4...0.95, emptyLines: 3,
        uncodedChance: 0.08, penChance: 0.2, glareChance: 0.15)
}
