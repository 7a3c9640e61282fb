extension RackTableForm {
    /// A form that programs of laboratories take or write.
    public enum Name: String, Sendable, CaseIterable {
        /// Everything, under names that most systems can map.
        case lims
        /// As the scanners of FluidX write it: `A01,FD20024619`.
        case fluidx
        /// As VisionMate writes it, and SampleDB takes it.
        case visionmate
        /// The fields of a scan by Ziath DP5.
        case dp5
        /// As Limber of the Sanger Institute takes it: `TR00012345,A1,FX05653780`.
        case limber
        /// As Traxcer writes it, and SampleDB takes it.
        case traxcer
    }

    /// The words of most scanners. A tube without a code is one that was not read for them.
    private static let scannerWords: [Rack.Cell.Status: String] = [
        .empty: "No Tube", .uncoded: "No Read", .unread: "No Read",
    ]

    public init(_ name: Name) {
        switch name {
        case .lims:
            self.init([
                Column(.rack), Column(.well), Column(.row), Column(.col), Column(.code), Column(.status), Column(.date),
            ])
        case .fluidx:
            self.init([Column(.paddedWell), Column(.code)], hasHeader: false, words: Self.scannerWords)
        case .visionmate:
            self.init(
                [Column(.letter, "LocationRow"), Column(.col, "LocationColumn"), Column(.code, "TubeCode")],
                words: Self.scannerWords)
        case .dp5:
            self.init(
                [Column(.row), Column(.col, "column"), Column(.code, "barcode"), Column(.status, "decodeStatus")],
                states: [.read: "SUCCESS", .empty: "EMPTY", .uncoded: "ERROR", .unread: "ERROR"])
        case .limber:
            self.init(
                [Column(.rack), Column(.well), Column(.code)], hasHeader: false,
                words: [.empty: "NO READ", .uncoded: "NO READ", .unread: "NO READ"])
        case .traxcer:
            self.init(
                [Column(.well, "Position"), Column(.code, "Tube ID")], words: Self.scannerWords, beginsWithRack: true)
        }
    }
}
