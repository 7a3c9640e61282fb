public import EspyPixels

/// Draws what was counted onto a copy of the photo, for a person who wants to check it at a glance.
///
/// Counted things get a green box and their number (``Count/numbers``), others a blue box. Of several kinds, each has a
/// color of its own, and a letter before its numbers. Doubtful ones are dashed, with an amber number; those that would
/// count next have a question mark behind it. Where nothing counts is dark, and excluded places are hatched. Named
/// regions have a line around them, with their name and count. A bar below the photo tells the count. Lines and numbers
/// grow with the things; where there is no room for numbers there are dots.
public struct CountAnnotator: Sendable {
    /// What the bar tells beside the count.
    public struct Caption: Sendable, Equatable {
        /// Of the photo.
        public var name: String?
        /// Date and time as text.
        public var moment: String?

        public init(name: String? = nil, moment: String? = nil) {
            self.name = name
            self.moment = moment
        }
    }

    private let caption: Caption

    public init(caption: Caption = .init()) { self.caption = caption }

    /// - Parameter image: the photo that was counted, at any size. One whose things are too small for numbers is
    ///   enlarged.
    /// - Returns: a copy with marks and, below it, the bar; without any font on the machine, with boxes alone.
    public func annotate(_ count: Count, on image: RGBImage) -> RGBImage {
        guard image.width > 0, image.height > 0, count.width > 0, count.height > 0 else { return image }
        var drawing = CountDrawing(count, on: image)
        drawing.shade(count.parameters)
        drawing.outlineRegions(count.parameters.regions)
        drawing.markAll()
        drawing.nameRegions(count.regions, count.parameters.regions)
        return CountBar(count, caption).below(drawing.canvas.image)
    }
}
