// Not in the browser: it has no tasks.

public import EspyPixels

/// Finds standing books and books in stacks.
///
/// Another detector finds the standing books, and those of the stacks between them (``BookStacks``). It misses stacks on
/// shelves with hardly any standing books, and books that lie on top of standing ones.
public struct StackedSpineDetector: SpineDetector {
    private let standing: any SpineDetector

    /// - Parameter standing: finds the standing books.
    public init(_ standing: any SpineDetector) { self.standing = standing }

    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        var stacks = BookStacks(in: image, beside: try await standing.spines(in: image))
        for part in stacks.parts {
            guard let turned = stacks.turned(part) else { continue }
            stacks.add(try await standing.spines(in: turned), in: part, turnedWidth: turned.width)
        }
        return stacks.books
    }
}
