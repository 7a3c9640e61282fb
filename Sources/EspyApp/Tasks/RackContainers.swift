package import Espy
import EspySystem
import Foundation

/// Kinds of boxes by name: those of everybody, and those of a file.
package struct RackContainers {
    package let all: [RackContainer]

    private struct Listed: Decodable {
        let containers: [RackContainer]
    }

    /// Of a file that is named, or of `containers.json` beside the config file, where there is one.
    package init(_ environment: AppEnvironment, file named: String? = nil) throws(SettingsError) {
        let path = named ?? Path.join(Folders(environment).config, "containers.json")
        guard named != nil || Files.exists(path) else {
            all = RackContainer.known
            return
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: 1 << 20)
        } catch {
            throw SettingsError("\(printable(path)): \(error.text)")
        }
        guard let listed = try? JSONDecoder().decode(Listed.self, from: Data(bytes)) else {
            throw SettingsError(
                "\(printable(path)): expected {\"containers\": [{\"name\": \"tray\", \"rows\": 5, \"cols\": 10, "
                    + "\"a1\": \"top-right\", \"fromBelow\": true}]}, "
                    + "or positions with name, x and y in place of rows and cols")
        }
        // One's own come first: they may replace the others.
        all = listed.containers + RackContainer.known
    }

    package func named(_ name: String) -> RackContainer? { all.first { $0.name == name } }
}
