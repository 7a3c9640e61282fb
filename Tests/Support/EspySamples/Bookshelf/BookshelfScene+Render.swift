import EspyCodecs
public import EspyPixels

extension BookshelfScene {
    /// Renders the photo, as the sensor delivers it, and its truth.
    public func rendered() -> (image: RGBImage, truth: BookshelfTruth) {
        let projection = projection
        var canvas = Canvas(width: width, height: height, projection: projection)
        canvas.paintShelf(self)
        for prop in props.sorted(by: { $0.recess > $1.recess }) { canvas.paint(prop) }
        let fonts = TextRenderer()
        for book in paintingOrder(from: projection.position.x) {
            canvas.paint(book, CoverPrint(book, fonts: fonts), in: self)
        }
        for board in boards { canvas.paintEdge(of: board, in: self) }
        canvas.smear(optics.motion)
        canvas.blur(optics.blur)
        return (canvas.developed(optics, seed: seed), truth)
    }

    /// The truth of the photo, without rendering it.
    public var truth: BookshelfTruth { BookshelfTruth(self, projection) }

    /// Renders the photo as a JPEG file of the scene's quality, and its truth.
    public func jpeg() throws -> (bytes: [UInt8], truth: BookshelfTruth) {
        let (image, truth) = rendered()
        return (try ImageEncoder.jpeg(image, quality: optics.quality), truth)
    }

    var projection: Projection {
        let aim = Vector(area.x / 2, area.y / 2, 0)
        return Projection(camera, aim: aim, size: area, picture: SIMD2(Double(width), Double(height)))
    }

    /// Draws books far from the line of sight first, because nearer ones hide the sides of their neighbors. In a stack,
    /// the lowest comes first.
    private func paintingOrder(from eye: Double) -> [SampleBook] {
        books.sorted { one, other in
            if one.isLying && other.isLying && one.row == other.row { return one.foot.y > other.foot.y }
            return abs(one.foot.x - eye) > abs(other.foot.x - eye)
        }
    }
}

extension Canvas {
    /// Paints the wall behind the books, and the visible parts of the boards.
    mutating func paintShelf(_ scene: BookshelfScene) {
        let grain = Grain(seed: scene.seed)
        let reach = 60.0
        let wall = Patch.level(
            x: -reach...scene.area.x + reach, y: -reach...scene.area.y + reach, z: -scene.depth)
        paint(wall, samples: 1) { place in
            scene.wall.lit(0.75 + 0.1 * grain.smooth(place * SIMD2(0.3, 0.1)))
        }
        for board in scene.boards {
            for (top, light) in [(board, Float(0.75)), (board + Self.board, Float(0.5))] {
                let patch = Patch(
                    origin: Vector(-reach, top, -scene.depth), across: Vector(scene.area.x + 2 * reach, 0, 0),
                    along: Vector(0, 0, scene.depth), low: .zero, high: SIMD2(repeating: 1))
                paint(patch, samples: 1) { place in
                    // Little light reaches the back.
                    let near = Float(place.y)
                    let streaks = grain.smooth(SIMD2(place.x * 30, place.y * 90))
                    return scene.wood.lit(light * (0.35 + 0.65 * near) * (0.9 + 0.2 * streaks))
                }
            }
        }
    }

    /// Thickness of a board in centimeters.
    private static let board = 2.0

    mutating func paintEdge(of board: Double, in scene: BookshelfScene) {
        let grain = Grain(seed: scene.seed &+ 7)
        let patch = Patch.level(x: -60...scene.area.x + 60, y: board...board + Self.board, z: 0)
        paint(patch) { place in
            scene.wood.lit(0.9 + 0.15 * grain.smooth(place * SIMD2(0.35, 6)))
        }
    }

    mutating func paint(_ book: SampleBook, _ print: CoverPrint, in scene: BookshelfScene) {
        let pose = BookPose(book)
        let eye = projection.position
        let grain = Grain(seed: book.cover.seed &+ 3)
        let pages = SampleColor(0.86, 0.81, 0.7)
        let (sides, ends) = (book.cover.color.lit(0.55), 0.62)
        // Only faces toward the camera are painted; the spine comes last.
        if eye.x < pose.head.x { paint(pose.left) { _ in sides } }
        if eye.x > (pose.head + pose.across).x { paint(pose.right) { _ in sides } }
        for (patch, isSeen) in [(pose.top, eye.y < pose.head.y), (pose.bottom, eye.y > (pose.head + pose.along).y)]
        where isSeen {
            paint(patch) { place in
                let isCover = place.x < 0.06 || place.x > 0.94 || place.y > 0.97
                let leaf = grain.cell(Int(place.x * book.thickness * 40), 0)
                let light = Float(ends) * (0.45 + 0.55 * Float(place.y))
                return (isCover ? sides : pages.lit(0.8 + 0.25 * leaf)).lit(light)
            }
        }
        // The board above shades the head of a tall book, and a book that is set far back.
        let shade = Float(max(0.55, 1 - 0.05 * book.recess))
        paint(pose.spine, samples: 3) { print.color(at: $0).lit(shade) }
    }
}
