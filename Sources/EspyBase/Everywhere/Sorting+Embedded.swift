#if hasFeature(Embedded)
    // The standard library's sorting is compiled again for each type of element, three kilobytes each time. Here,
    // positions are sorted, by code that exists once. The order is the same: both are stable.

    extension Sequence {
        func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
            let elements = Array(self)
            return order(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
        }
    }

    extension Array {
        mutating func sort(by precedes: (Element, Element) -> Bool) {
            self = sorted(by: precedes)
        }
    }

    /// Returns the positions from 0 in the order of what stands there.
    @inline(never)
    private func order(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
        var places = Array(0..<count)
        places.withUnsafeMutableBufferPointer { $0.sort(by: precedes) }
        return places
    }
#endif
