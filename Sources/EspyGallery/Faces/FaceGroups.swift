/// A square of a picture that looks like a face.
struct FaceSquare {
    var x: Double
    var y: Double
    var side: Double

    /// Whether both are of the same face: places and sizes differ by a fifth of the smaller one at most.
    func isLike(_ other: FaceSquare) -> Bool {
        let most = 0.2 * min(side, other.side)
        return abs(x - other.x) <= most && abs(y - other.y) <= most
            && abs(x + side - other.x - other.side) <= most && abs(y + side - other.y - other.side) <= most
    }

    func holds(centerOf other: FaceSquare) -> Bool {
        let (middleX, middleY) = (other.x + other.side / 2, other.y + other.side / 2)
        return x...(x + side) ~= middleX && y...(y + side) ~= middleY
    }
}

/// Puts squares of the same face together.
enum FaceGroups {
    /// So many squares are looked at: patterns that fit everywhere are no faces.
    private static let most = 2_000

    static func faces(_ squares: [FaceSquare], least: Int = FaceFinder.leastHits) -> [PhotoFace] {
        var found: [(mean: FaceSquare, count: Int)] = []
        for group in groups(Array(squares.prefix(most))) where group.count >= least {
            let count = Double(group.count)
            found.append(
                (
                    FaceSquare(
                        x: group.reduce(0) { $0 + $1.x } / count, y: group.reduce(0) { $0 + $1.y } / count,
                        side: group.reduce(0) { $0 + $1.side } / count), group.count
                ))
        }
        // Of two in one place the one that was seen more often.
        found.sort { ($0.count, $0.mean.side) > ($1.count, $1.mean.side) }
        var kept: [FaceSquare] = []
        for next in found
        where !kept.contains(where: { $0.holds(centerOf: next.mean) || next.mean.holds(centerOf: $0) }) {
            kept.append(next.mean)
        }
        return kept.sorted { ($0.side, $1.x) > ($1.side, $0.x) }.map(PhotoFace.init)
    }

    /// Squares that are like each other, also by way of others.
    private static func groups(_ squares: [FaceSquare]) -> [[FaceSquare]] {
        var groups: [[FaceSquare]] = []
        for square in squares {
            let near = groups.indices.filter { groups[$0].contains { $0.isLike(square) } }
            guard let first = near.first else {
                groups.append([square])
                continue
            }
            groups[first].append(square)
            for other in near.dropFirst().reversed() { groups[first] += groups.remove(at: other) }
        }
        return groups
    }
}

extension PhotoFace {
    init(_ square: FaceSquare) {
        let side = Int(square.side.rounded())
        self.init(x: Int(square.x.rounded()), y: Int(square.y.rounded()), width: side, height: side)
    }
}
