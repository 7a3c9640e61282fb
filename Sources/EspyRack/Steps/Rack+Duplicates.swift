import DataMatrix

extension Rack {
    /// Lists the values that were read more than once; every one of them stays.
    mutating func markDuplicates() {
        var places: [String: [Place]] = [:]
        for vial in vials { places[vial.value, default: []].append(vial.place) }
        for index in vials.indices { vials[index].isDuplicate = places[vials[index].value, default: []].count > 1 }
        duplicates = places.filter { $0.value.count > 1 }.map { Duplicate(value: $0.key, places: $0.value) }
            .sorted { $0.places[0] < $1.places[0] }
        warnings.removeAll { $0.kind == .duplicate }
        warnings += duplicates.map { Warning(.duplicate, value: $0.value, places: $0.places) }
        markSymbols()
    }

    /// Lists the codes that say of themselves that they are no whole value.
    private mutating func markSymbols() {
        warnings.removeAll { $0.kind == .partOfSeveral || $0.kind == .readerProgramming }
        for (code, places) in vials.map({ ($0.code, [$0.place]) }) + outside.map({ ($0, []) }) {
            if let part = code.part {
                var warning = Warning(.partOfSeveral, value: code.value, places: places)
                (warning.part, warning.parts) = (part.position, part.count)
                warnings.append(warning)
            }
            if code.isReaderProgramming {
                warnings.append(Warning(.readerProgramming, value: code.value, places: places))
            }
        }
    }
}
