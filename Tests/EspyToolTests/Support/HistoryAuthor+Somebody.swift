import Espy

extension HistoryAuthor {
    static let somebody = HistoryAuthor(via: "a test", time: 1)
}
