/// Where the photo is taken from.
public struct SampleCamera: Sendable, Equatable {
    /// From the middle of the caps to the lens, in pitches. A hand-held phone is at 20, a flatbed scanner at 500.
    public var distance: Double
    /// Radians away from straight above.
    public var tilt: Double
    /// Radians: where the camera stands when it is tilted. 0 is at the right of the box, a quarter turn at its front.
    public var azimuth: Double
    /// Radians: the box turned clockwise in the picture.
    public var roll: Double
    /// The part of the picture that the box takes in its tighter direction.
    public var fill: Double
    /// The middle of the box away from the middle of the picture, as a part of the picture.
    public var shift: SIMD2<Double>

    public init(
        distance: Double = 20, tilt: Double = 0, azimuth: Double = .pi / 2, roll: Double = 0, fill: Double = 0.86,
        shift: SIMD2<Double> = .zero
    ) {
        self.distance = distance
        self.tilt = tilt
        self.azimuth = azimuth
        self.roll = roll
        self.fill = fill
        self.shift = shift
    }
}
