// Not in the browser, which has no `Codable`.

extension ListNote: Codable {}
extension ListNote.Kind: Codable {}
