import Media

/// The layers of confinement that this machine has, determined on first use.
actor ConfinementReport {
    /// Whether the running server may write only its own folders; nil where that is not known here.
    private let isServerConfined: Bool?
    private var found: Task<Confinement?, Never>?

    init(isServerConfined: Bool?) {
        self.isServerConfined = isServerConfined
    }

    func activeLayers() async -> [String] {
        await layers().filter(\.holds).map(\.name)
    }

    func missing() async -> [String] {
        await layers().filter { !$0.holds }.map(\.name)
    }

    private func layers() async -> [(name: String, holds: Bool)] {
        let task = found ?? Task { await ConfinementProbe.ask(CommandLine.programPath) }
        found = task
        let confinement = await task.value
        let owner = confinement?.owner ?? .gateway
        return [
            ("a list of system calls (seccomp)", confinement?.calls == true),
            ("access to single folders (Landlock)", confinement?.files == true),
            (owner == .another ? "a user of its own" : "a user namespace", owner != .gateway),
        ] + (isServerConfined.map { [("the server's own folders (Landlock)", $0)] } ?? [])
    }
}
