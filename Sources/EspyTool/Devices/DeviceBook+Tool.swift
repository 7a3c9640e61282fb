import EspyServer

extension DeviceBook {
    /// The devices that the user has paired.
    ///
    /// - Parameter making: make the folder of the list, for the user alone, where there is none.
    static func open(
        _ surroundings: Surroundings, clock: ServerClock, making: Bool
    ) throws(Problem) -> DeviceBook {
        if making { try HistoryFile(surroundings).makeFolder() }
        do throws(DeviceBookError) {
            return try DeviceBook(path: Path.join(Folders(surroundings).data, "devices.json"), clock: clock)
        } catch {
            throw Problem("devices", "\(printable(error.path)): \(error.text)")
        }
    }
}
