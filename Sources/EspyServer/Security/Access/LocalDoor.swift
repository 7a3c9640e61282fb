/// How other users of this machine get in. They can connect to a loopback address like its owner.
package struct LocalDoor: Sendable {
    /// Whether all are let in without being asked.
    package let isOpen: Bool
    /// Is told when one of them was not known.
    package let knocked: @Sendable () -> Void

    package init(isOpen: Bool = false, knocked: @escaping @Sendable () -> Void = {}) {
        self.isOpen = isOpen
        self.knocked = knocked
    }
}
