extension SampleScene {
    /// Which cells of a box hold a tube.
    public enum Filling: String, Sendable, CaseIterable {
        case full, leftHalf, rightHalf, topHalf, bottomHalf, leftThird, rightThird, topThird, bottomThird
        case everyOtherRow, everyOtherColumn, chessboard, sparse, random, dense
        case firstColumn, lastRow, corner, middle, allButEdges

        func holds(row: Int, column: Int, rows: Int, columns: Int, _ random: inout SampleRandom) -> Bool {
            switch self {
            case .full: true
            case .leftHalf: 2 * column < columns
            case .rightHalf: 2 * column >= columns
            case .topHalf: 2 * row < rows
            case .bottomHalf: 2 * row >= rows
            case .leftThird: 3 * column < columns
            case .rightThird: 3 * column >= 2 * columns
            case .topThird: 3 * row < rows
            case .bottomThird: 3 * row >= 2 * rows
            case .everyOtherRow: row % 2 == 0
            case .everyOtherColumn: column % 2 == 1
            case .chessboard: (row + column) % 2 == 0
            case .sparse: random.chance(0.2)
            case .random: random.chance(0.5)
            case .dense: random.chance(0.85)
            case .firstColumn: column == 0
            case .lastRow: row == rows - 1
            case .corner: 2 * row < rows && 2 * column < columns
            case .middle: abs(2 * row + 1 - rows) < rows / 2 + 1 && abs(2 * column + 1 - columns) < columns / 2 + 1
            case .allButEdges: row > 0 && column > 0 && row < rows - 1 && column < columns - 1
            }
        }
    }

    /// The visible surroundings of the tubes.
    public enum Surroundings: String, Sendable, CaseIterable {
        /// None: the tubes stand on plain ground.
        case plain
        /// None: the tubes stand on a table, a cloth or a stone.
        case textured
        /// Walls around a plain floor.
        case walls
        /// The wells or the dividers between them.
        case wells
    }

    /// A box filled the way people fill boxes, for measuring the placement of its grid. The same seed gives the same
    /// photo.
    ///
    /// Three in five are seen from straight above, as by flatbed scanners and stands. One in five is cut off by the
    /// edge of the photo.
    public static func placement(
        seed: UInt64, rows: Int, columns: Int, filling: Filling, surroundings: Surroundings
    ) -> SampleScene {
        var random = SampleRandom(seed: seed ^ 0x9_1ACE)
        let isFlat = random.chance(0.6)
        var scene = SampleScene(seed: seed, width: 0, height: 0, rows: rows, columns: columns)
        scene.holder = holder(surroundings, isFlat: isFlat, &random)
        scene.camera = SampleCamera(
            distance: isFlat ? 400 : random.number(in: 16...26), tilt: isFlat ? 0 : random.number(in: 0...0.3),
            azimuth: random.number(in: 0...(2 * .pi)), roll: random.number(in: -0.1...0.1),
            fill: random.number(in: 0.6...0.9))
        if random.chance(0.2) {
            scene.camera.shift = SIMD2(random.number(in: -0.3...0.3), random.number(in: -0.3...0.3))
        }
        scene.optics = SampleOptics(
            blur: random.number(in: 0.3...0.9),
            gradient: SIMD2(random.number(in: -0.3...0.3), random.number(in: -0.3...0.3)),
            vignette: random.number(in: 0...0.25), exposure: random.number(in: 0.85...1.05),
            noise: random.number(in: 0.5...4), quality: random.integer(in: 80...95))
        let (light, dark) = (SampleColor(0.84, 0.84, 0.82), SampleColor(gray: 0.12))
        let (radius, lean) = (random.number(in: 0.33...0.46), isFlat ? 0.0 : random.number(in: 0...0.12))
        let side = random.number(in: 0.3...0.38)
        for row in 0..<rows {
            for column in 0..<columns {
                guard filling.holds(row: row, column: column, rows: rows, columns: columns, &random) else { continue }
                var tube = SampleTube(row: row, column: column, capRadius: radius, rim: light, cap: light)
                if isFlat { tube.height = 0.02 }
                tube.lean = SIMD2(random.bell(), random.bell()) * lean
                let value = "T" + (row < 10 ? "0" : "") + String(row) + (column < 10 ? "0" : "") + String(column)
                tube.label = SampleLabel(
                    code: SampleCode(value: value, rows: 12, columns: 12, side: side, ink: dark), paper: light,
                    radius: max(radius - 0.03, side * 0.75))
                scene.tubes.append(tube)
            }
        }
        let pitch = random.number(in: 3...5) * 12 / side
        let across = SIMD2(Double(columns) + 2 * scene.holder.margin, Double(rows) + 2 * scene.holder.margin) * pitch
        let size = scene.camera.turned(across) / scene.camera.fill
        (scene.width, scene.height) = (Int(size.x.rounded()), Int(size.y.rounded()))
        return scene
    }

    private static func holder(
        _ surroundings: Surroundings, isFlat: Bool, _ random: inout SampleRandom
    ) -> SampleHolder {
        let grounds = [
            SampleColor(gray: 0.22), SampleColor(0.34, 0.31, 0.28), SampleColor(0.12, 0.12, 0.13),
            SampleColor(0.75, 0.72, 0.66), SampleColor(0.55, 0.42, 0.3), SampleColor(0.6, 0.62, 0.64),
        ]
        let colors = [
            SampleColor(0.87, 0.85, 0.79), SampleColor(0.9, 0.9, 0.9), SampleColor(0.75, 0.72, 0.66),
            SampleColor(0.5, 0.6, 0.75), SampleColor(0.3, 0.32, 0.36),
        ]
        var holder = SampleHolder(color: random.pick(colors), table: random.pick(grounds))
        holder.margin = random.number(in: 0.05...0.5)
        holder.ground = random.pick(SampleHolder.Ground.allCases)
        switch surroundings {
        case .plain: (holder.kind, holder.ground) = (.none, .even)
        case .textured:
            holder.kind = .none
            if holder.ground == .even { holder.ground = .grain }
        case .walls: holder.kind = .tray
        case .wells: holder.kind = random.chance(0.5) ? .plate : .dividers
        }
        if isFlat { (holder.wallHeight, holder.dividerHeight) = (0.02, 0.015) }
        return holder
    }
}
