package import Primitives

/// The condition of the jukebox, for admins.
package struct JukeboxReport: Sendable, Equatable {
    /// The sound system that the operator has named; nil where there is no jukebox.
    package let system: String?
    package let device: String?
    /// Whether the program that makes the sound is installed.
    package let isProgramThere: Bool
    package let isOn: Bool
    package let isPlaying: Bool
    /// The number of songs in its queue.
    package let songs: Int
    /// The last reason for which it fell silent by itself; nil since it was started again.
    package let problem: SpeakerFailure?
}

/// Reports on the jukebox to admins.
package struct JukeboxReports: Sendable {
    private let speaker: Speaker?
    private let system: String?
    private let device: String?
    private let isOn: @Sendable () async throws -> Bool
    private let isProgramThere: @Sendable () async -> Bool

    package init(
        speaker: Speaker?, system: String?, device: String?, isOn: @escaping @Sendable () async throws -> Bool,
        isProgramThere: @escaping @Sendable () async -> Bool
    ) {
        self.speaker = speaker
        self.system = system
        self.device = device
        self.isOn = isOn
        self.isProgramThere = isProgramThere
    }

    package func report(as caller: Principal) async throws -> JukeboxReport {
        try caller.require(.administer)
        let known = try await speaker?.state()
        return JukeboxReport(
            system: system, device: device, isProgramThere: await isProgramThere(), isOn: try await isOn(),
            isPlaying: known?.state.isPlaying ?? false, songs: known?.state.entries.count ?? 0,
            problem: known?.problem)
    }
}
