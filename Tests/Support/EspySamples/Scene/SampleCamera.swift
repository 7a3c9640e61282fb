/// The position of the camera.
public struct SampleCamera: Sendable, Equatable {
    /// Distance from the middle of the caps to the lens, in pitches. A hand-held phone is at 20, a flatbed scanner at
    /// 500.
    public var distance: Double
    /// Radians away from straight above.
    public var tilt: Double
    /// Radians: the direction of a tilted camera. 0 is to the right of the box, a quarter turn in front of it.
    public var azimuth: Double
    /// Radians: the rotation of the box, clockwise in the picture.
    public var roll: Double
    /// The fraction of the picture that the box fills in its tighter direction.
    public var fill: Double
    /// The offset of the box's middle from the picture's, as a fraction of the picture.
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
