/// The networks of the seeker, and what was learned about their answers.
package struct SeekerModels: Sendable {
    package let networks: SeekerNetworks
    /// Where to cut, and which explanation to believe.
    package let judgment: Judgment
    /// What was worked out for the latest photos.
    package let memory: SeekerMemory

    package init(
        _ networks: SeekerNetworks, judgment: Judgment = Judgment(), memory: SeekerMemory = SeekerMemory()
    ) {
        self.networks = networks
        self.judgment = judgment
        self.memory = memory
    }
}
