import Espy

extension HistoryAuthor {
    static let tester = HistoryAuthor(via: "a test", time: 1)
}
