/// Those who want to know when a device is out.
struct LeaverList {
    private var waiting: [Int: (id: String, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var last = 0

    mutating func nextNumber() -> Int {
        last += 1
        return last
    }

    mutating func add(_ number: Int, _ id: String, _ continuation: CheckedContinuation<Void, Never>) {
        waiting[number] = (id, continuation)
    }

    mutating func tell(_ id: String) {
        for (number, entry) in waiting where entry.id == id {
            waiting[number] = nil
            entry.continuation.resume()
        }
    }

    mutating func forget(_ number: Int) {
        waiting.removeValue(forKey: number)?.continuation.resume()
    }
}
