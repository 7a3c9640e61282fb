import Espy
import EspySystem
import EspyText

/// What is looked for on photos beside what models see.
package enum PhotoSenses {
    /// Where the package opencv-data puts it.
    package static let usualCascade = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml"

    /// What finds faces; nil where the settings say so, or where nobody asked for a file and the usual one is not there.
    ///
    /// - Throws: when a file that was asked for cannot be used.
    static func faces(_ settings: Settings) throws(Problem) -> FaceFinder? {
        let wanted = settings.text(.faceCascade)
        if wanted == "none" { return nil }
        let isAutomatic = wanted == "auto"
        let path = isAutomatic ? usualCascade : wanted
        do throws(FileError) {
            let bytes = try Files.read(path, limit: FaceCascade.mostBytes)
            if let cascade = FaceCascade(bytes) { return FaceFinder(cascade) }
        } catch {
            if isAutomatic { return nil }
            throw Problem(error)
        }
        if isAutomatic { return nil }
        throw Problem(
            "badCascade", "\(printable(path)) is no cascade that finds faces; --faces auto takes the usual one")
    }

    /// What reads pages, screenshots and signs; nil where the settings say so, or where nobody asked for a language and
    /// the usual one is not installed.
    ///
    /// - Parameter jobs: photos that are worked on at the same time.
    /// - Throws: when a language that was asked for cannot be read.
    static func pages(_ settings: Settings, _ environment: AppEnvironment, jobs: Int) throws(Problem) -> PageReader? {
        let wanted = settings.text(.pageLanguage)
        if wanted == "none" { return nil }
        let isAutomatic = wanted == "auto"
        do throws(TextError) {
            let engines = try TextEngines.load(
                isAutomatic ? "eng" : wanted, environment, callers: jobs)
            return engines.whole.map { PageReader($0) } ?? engines.recognizer.map { PageReader($0) }
        } catch {
            if isAutomatic { return nil }
            throw Problem(error)
        }
    }
}
