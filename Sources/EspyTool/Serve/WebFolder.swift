import Espy
import EspyServer

/// Where the files of the web app are.
struct WebFolder {
    /// The first choice first.
    private let folders: [String]

    /// `ESPY_WEB` names the only folder; else it is the one that came with the program.
    init(_ surroundings: Surroundings) {
        let shipped = InferencePlaces.shipped("web", executable: InferencePlaces.executable)
        folders = surroundings.variable("ESPY_WEB").map { [$0] } ?? shipped
    }

    func pages() throws(Problem) -> Pages {
        for folder in folders {
            if let pages = try? Pages(folder: folder) { return pages }
        }
        throw Problem(
            "noPages",
            "the pages of the web app are not in \(folders.map(printable).joined(separator: " or in ")); "
                + "set ESPY_WEB to the folder “web” of Espy")
    }
}
