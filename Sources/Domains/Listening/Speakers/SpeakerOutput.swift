package import Catalog
package import Primitives

/// A track that a speaker is asked to play.
package struct SpeakerSong: Sendable, Equatable {
    /// A number of the speaker's own, which the events about this song carry. Each time that a song is handed over it is
    /// another one.
    package let token: UInt64
    package let track: ID<Track>
}

/// The machine or program that makes the sound of a speaker. It plays one song, and may hold the next one ready. Each
/// call throws `SpeakerFailure`.
package protocol SpeakerOutput: Sendable {
    /// The events of the songs, from the beginning on. There is one reader.
    var events: AsyncStream<SpeakerEvent> { get }

    /// Works for the output until the task is cancelled. There is one call in its life.
    func run() async
    /// Starts what is needed, and plays this song in place of everything else.
    ///
    /// - Parameter volume: from 0 to 100; 0 where the speaker is muted.
    func load(_ song: SpeakerSong, from position: Duration, isPaused: Bool, volume: Int) async throws
    /// Replaces the song that follows the current one without a gap; nil for none.
    func prepare(_ song: SpeakerSong?) async throws
    func setPaused(_ isPaused: Bool) async throws
    func seek(to position: Duration) async throws
    func setVolume(_ volume: Int) async throws
    /// The position in the song that sounds; nil where that is not known at the moment.
    func position() async throws -> (token: UInt64, position: Duration)?
    /// Falls silent and gives back what it has taken of the machine.
    func stop() async
}

package enum SpeakerEvent: Sendable, Equatable {
    /// The song sounds from here on, after it was loaded, sought in, or reached by itself.
    case sounds(UInt64, at: Duration)
    /// The song has ended, and none was prepared.
    case ended(UInt64)
    /// It was paused at the output itself.
    case paused(UInt64)
    /// The volume was changed at the output itself, to one from 0 to 100.
    case volume(UInt64, Int)
    case failed(UInt64, SpeakerFailure)
    /// The output has ended by itself, with this song.
    case died(UInt64)
}

/// The reason why a speaker is silent.
package enum SpeakerFailure: String, Error, Sendable, CaseIterable {
    /// The program or device that makes the sound is not there.
    case unavailable
    /// The sound system takes no sound: no card, or another program has it.
    case soundSystem
    /// The song's file is missing or cannot be played.
    case song
    /// The output has ended again and again.
    case unsteady
}

/// The storage of speakers. Every method is one transaction.
package protocol SpeakerStore: Sendable {
    /// Nil for a speaker that has never played. Tracks that were removed from the catalog are left out.
    func speaker(_ id: DeviceID) async throws -> StoredSpeaker?
    /// Tracks that do not exist any more are left out.
    func store(_ speaker: StoredSpeaker, of id: DeviceID, at: Timestamp) async throws
}

/// The state of a speaker that survives a restart. It never plays by itself afterwards.
package struct StoredSpeaker: Sendable, Equatable {
    package var tracks: [ID<Track>]
    package var index: Int
    package var position: Duration
    package var volume: Int
    package var repeats: DeviceRepeat
    package var isShuffled: Bool

    package init(
        tracks: [ID<Track>] = [], index: Int = 0, position: Duration = .zero, volume: Int = 60,
        repeats: DeviceRepeat = .off, isShuffled: Bool = false
    ) {
        self.tracks = tracks
        self.index = index
        self.position = position
        self.volume = volume
        self.repeats = repeats
        self.isShuffled = isShuffled
    }
}
