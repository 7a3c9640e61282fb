/// Everything that determines one rendered photo of a box of tubes. The same scene always gives the same picture.
///
/// Lengths are in pitches: the distance from one cell to the next. The cell in row 0, column 0 has its center at
/// (0.5, 0.5); x runs along the columns, y along the rows, z up from the floor of the box.
public struct SampleScene: Sendable, Equatable {
    /// Decides everything without its own setting: texture, sensor noise, scratches.
    public var seed: UInt64
    /// The picture in pixels.
    public var width: Int
    public var height: Int
    public var rows: Int
    public var columns: Int
    public var holder: SampleHolder
    public var tubes: [SampleTube]
    /// A code of the box itself, beside the grid.
    public var rackCode: SampleCode?
    public var camera: SampleCamera
    public var optics: SampleOptics

    public init(
        seed: UInt64, width: Int, height: Int, rows: Int, columns: Int, holder: SampleHolder = SampleHolder(),
        tubes: [SampleTube] = [], rackCode: SampleCode? = nil, camera: SampleCamera = SampleCamera(),
        optics: SampleOptics = SampleOptics()
    ) {
        self.seed = seed
        self.width = width
        self.height = height
        self.rows = rows
        self.columns = columns
        self.holder = holder
        self.tubes = tubes
        self.rackCode = rackCode
        self.camera = camera
        self.optics = optics
    }
}
