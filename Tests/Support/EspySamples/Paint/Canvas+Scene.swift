import EspyPixels

extension Canvas {
    /// Paints everything from the back to the front.
    mutating func paint(_ scene: SampleScene) throws {
        paintTable(scene)
        let poses = scene.tubes.map { TubePose($0, holder: scene.holder) }
        let order = scene.tubes.indices.sorted { reach(of: scene.tubes[$0]) > reach(of: scene.tubes[$1]) }
        switch scene.holder.kind {
        case .plate: paintPlate(scene)
        case .none: break
        case .dividers, .tray:
            paintFloor(scene)
            paintStanding(scene, poses: poses)
            // Caps are above all cardboard, so none of it can hide them.
            for index in order { paintCapSide(scene.tubes[index], pose: poses[index]) }
        }
        for index in order {
            let tube = scene.tubes[index]
            paintCap(tube, pose: poses[index], print: try tube.label.map(LabelPrint.init))
        }
        if let code = scene.rackCode { try paintRackCode(code, in: scene) }
    }

    /// Cardboard and tube bodies, those farthest from the point below the camera first, because nearer ones hide them.
    private mutating func paintStanding(_ scene: SampleScene, poses: [TubePose]) {
        let strips = SampleStrip.all(of: scene)
        var order: [(reach: Double, strip: Int?, tube: Int?)] = []
        order += strips.indices.map { (projection.reach(strips[$0].middle), $0, nil) }
        order += scene.tubes.indices.map { (reach(of: scene.tubes[$0]), nil, $0) }
        for item in order.sorted(by: { $0.reach > $1.reach }) {
            if let strip = item.strip { paintStrip(strips[strip], color: scene.holder.color) }
            if let tube = item.tube { paintBody(scene.tubes[tube], pose: poses[tube], seed: scene.seed) }
        }
    }

    private func reach(of tube: SampleTube) -> Double {
        projection.reach(SIMD2(Double(tube.column) + 0.5, Double(tube.row) + 0.5))
    }

    private mutating func paintRackCode(_ code: SampleCode, in scene: SampleScene) throws {
        let print = try CodePrint(code)
        let paper = SampleColor(0.86, 0.86, 0.84)
        let half = code.side * 0.72
        let center = scene.rackCodeCenter
        let label = Patch.level(
            x: center.x - half...center.x + half, y: center.y - half...center.y + half, z: scene.rackCodeHeight)
        paint(label, samples: 3) { place in
            let local = SIMD2(place.x - center.x, place.y - center.y)
            return print.isPrinted(at: local) ? print.ink : paper
        }
    }
}

extension SampleScene {
    /// The code of a rack is below the grid, left of the middle.
    var rackCodeCenter: SIMD2<Double> {
        SIMD2(Double(columns) * 0.3, Double(rows) + holder.margin / 2)
    }

    var rackCodeHeight: Double {
        holder.kind == .plate ? 0.001 : holder.wallHeight
    }
}
