// Not in the browser: it has no `Codable`.

extension ListNote: Codable {}
extension ListNote.Kind: Codable {}
