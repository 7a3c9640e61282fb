/// A tray of things to count that is rendered as a photo with its truth. Lengths are in pitches: the usual distance
/// from one thing to the next.
public struct TrayScene: Sendable, Equatable {
    public var seed: UInt64
    /// Size of the picture in pixels.
    public var width: Int
    public var height: Int
    /// The size of the table that the camera sees, from (0, 0).
    public var area: SIMD2<Double>
    public var ground: TrayGround
    public var camera: SampleCamera
    public var optics: SampleOptics
    /// The direction of the light; length 1.
    public var light: SIMD3<Double>
    /// The kinds of things on the tray.
    public var kinds: [TrayKind]
    public var things: [TrayThing]

    public init(
        seed: UInt64, width: Int = 800, height: Int = 640, area: SIMD2<Double>, ground: TrayGround = .init(),
        camera: SampleCamera = .init(distance: 16, fill: 0.94), optics: SampleOptics = .init(quality: 80),
        kinds: [TrayKind], things: [TrayThing] = []
    ) {
        self.seed = seed
        self.width = width
        self.height = height
        self.area = area
        self.ground = ground
        self.camera = camera
        self.optics = optics
        light = SIMD3(-0.4, -0.5, 0.77)
        self.kinds = kinds
        self.things = things
    }
}

/// One thing on the tray.
public struct TrayThing: Sendable, Equatable {
    /// The index of its kind in the scene.
    public var kind: Int
    /// Its position on the table.
    public var place: SIMD2<Double>
    /// Radians, clockwise in the picture.
    public var turn: Double
    /// Size relative to others of its kind.
    public var size: Double
    /// Seed of its spots and its shade.
    public var seed: UInt64

    public init(kind: Int, place: SIMD2<Double>, turn: Double = 0, size: Double = 1, seed: UInt64 = 0) {
        self.kind = kind
        self.place = place
        self.turn = turn
        self.size = size
        self.seed = seed
    }
}

/// The common properties of all things of one kind.
public struct TrayKind: Sendable, Equatable {
    public enum Form: String, Sendable, Codable, CaseIterable {
        case tart, cookie, coin, vial, tablet, capsule, ball, button
    }

    public var form: Form
    /// Half of its width.
    public var radius: Double
    /// Crust, metal, shell.
    public var color: SampleColor
    /// Filling, chips, cap.
    public var second: SampleColor

    public init(_ form: Form, radius: Double = 0.4, color: SampleColor, second: SampleColor) {
        self.form = form
        self.radius = radius
        self.color = color
        self.second = second
    }
}

/// The ground below the things.
public struct TrayGround: Sendable, Equatable {
    public enum Texture: String, Sendable, Codable, CaseIterable {
        case paper, wood, metal, checks
    }

    public var texture: Texture
    public var color: SampleColor
    /// Whether a raised rim runs around the area.
    public var hasRim: Bool

    public init(_ texture: Texture = .paper, color: SampleColor = SampleColor(gray: 0.82), hasRim: Bool = false) {
        self.texture = texture
        self.color = color
        self.hasRim = hasRim
    }
}
