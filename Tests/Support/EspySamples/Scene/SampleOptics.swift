/// The effects of lens, light, sensor and file format on the picture.
public struct SampleOptics: Sendable, Equatable {
    /// Standard deviation of the blur in pixels. A sharp phone photo has 0.5.
    public var blur: Double
    /// The camera's movement during the exposure, in pixels.
    public var motion: SIMD2<Double>
    /// The change of brightness toward the right and the bottom, from edge to edge, as a fraction of it.
    public var gradient: SIMD2<Double>
    /// How much darker the corners are than the middle, as a fraction of the brightness.
    public var vignette: Double
    /// Factor for all brightness.
    public var exposure: Double
    /// Factor for the distance of all shades from middle gray; 1 leaves them unchanged.
    public var contrast: Double
    /// The color of the light.
    public var tint: SIMD3<Double>
    /// Standard deviation of the sensor's noise at middle gray, in steps of 255.
    public var noise: Double
    /// Quality of the JPEG, 1...100.
    public var quality: Int

    public init(
        blur: Double = 0.5, motion: SIMD2<Double> = .zero, gradient: SIMD2<Double> = .zero, vignette: Double = 0.1,
        exposure: Double = 1, contrast: Double = 1, tint: SIMD3<Double> = SIMD3(repeating: 1), noise: Double = 1.5,
        quality: Int = 88
    ) {
        self.blur = blur
        self.motion = motion
        self.gradient = gradient
        self.vignette = vignette
        self.exposure = exposure
        self.contrast = contrast
        self.tint = tint
        self.noise = noise
        self.quality = quality
    }
}
