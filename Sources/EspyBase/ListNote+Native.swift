// Not in the browser: there is no `Codable` there.

extension ListNote: Codable {}
extension ListNote.Kind: Codable {}
