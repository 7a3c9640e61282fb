/// One tube and its cap.
public struct SampleTube: Sendable, Equatable {
    public var row: Int
    public var column: Int
    /// Offset of the cap's middle from above the middle of the cell, in pitches.
    public var lean: SIMD2<Double>
    /// From the floor to the top of the cap, in pitches.
    public var height: Double
    public var capRadius: Double
    /// The translucent outer ring of the cap.
    public var rim: SampleColor
    /// The colored insert around the label.
    public var cap: SampleColor
    public var label: SampleLabel?
    /// Whether a printed label, visible when the tube leans, surrounds the body.
    public var hasSideLabel: Bool

    public init(
        row: Int, column: Int, lean: SIMD2<Double> = .zero, height: Double = 2.9, capRadius: Double = 0.38,
        rim: SampleColor = SampleColor(0.72, 0.72, 0.71), cap: SampleColor = SampleColor(gray: 0.25),
        label: SampleLabel? = nil, hasSideLabel: Bool = false
    ) {
        self.row = row
        self.column = column
        self.lean = lean
        self.height = height
        self.capRadius = capRadius
        self.rim = rim
        self.cap = cap
        self.label = label
        self.hasSideLabel = hasSideLabel
    }
}

/// A round sticker on a cap: paper, print, and later damage.
public struct SampleLabel: Sendable, Equatable {
    public var code: SampleCode?
    public var paper: SampleColor
    public var radius: Double
    /// From the middle of the cap, in pitches.
    public var offset: SIMD2<Double>
    public var strokes: [SampleStroke]
    public var glare: [SampleGlare]

    public init(
        code: SampleCode?, paper: SampleColor = SampleColor(0.84, 0.84, 0.82), radius: Double = 0.29,
        offset: SIMD2<Double> = .zero, strokes: [SampleStroke] = [], glare: [SampleGlare] = []
    ) {
        self.code = code
        self.paper = paper
        self.radius = radius
        self.offset = offset
        self.strokes = strokes
        self.glare = glare
    }
}

/// A pen stroke over the label: points in pitches from the middle of the label.
public struct SampleStroke: Sendable, Equatable {
    public var points: [SIMD2<Double>]
    public var width: Double
    /// 0 leaves the paper as it is, 1 makes it black.
    public var darkness: Float

    public init(points: [SIMD2<Double>], width: Double, darkness: Float) {
        self.points = points
        self.width = width
        self.darkness = darkness
    }
}

/// A reflection on the label: an ellipse that washes out the print.
public struct SampleGlare: Sendable, Equatable {
    /// In pitches from the middle of the label.
    public var center: SIMD2<Double>
    public var radii: SIMD2<Double>
    /// Radians, clockwise in the picture.
    public var angle: Double
    /// 1 makes the middle white.
    public var strength: Float
    /// The fraction of the radius over which it fades out: small gives a sharp edge, as from tape.
    public var softness: Float

    public init(
        center: SIMD2<Double>, radii: SIMD2<Double>, angle: Double = 0, strength: Float = 1, softness: Float = 0.4
    ) {
        self.center = center
        self.radii = radii
        self.angle = angle
        self.strength = strength
        self.softness = softness
    }
}
