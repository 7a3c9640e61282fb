import Espy

extension HistoryPhoto.Room {
    /// `120 results, 35 MB`
    var text: String { "\(photos == 1 ? "1 result" : "\(photos) results"), \(ByteText.text(bytes))" }
}
