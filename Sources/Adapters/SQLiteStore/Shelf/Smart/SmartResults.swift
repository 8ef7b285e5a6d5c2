import Primitives
import Shelf
import Synchronization

/// What smart playlists held when somebody last looked, for as long as nothing that their rules read has changed.
final class SmartResults: Sendable {
    struct Key: Hashable {
        let playlist: ID<Playlist>
        let revision: Int64
        let reader: ID<Person>
        let scope: LibraryScope
    }

    /// What was the case when the rules were asked.
    struct State: Equatable {
        let revisions: [Int64]
        /// Of rules that follow the clock: the minute.
        let minute: Int64?
    }

    private struct Held {
        let state: State
        let result: SmartResult
        var use: UInt64
    }

    private struct Contents {
        var held: [Key: Held] = [:]
        var tracks = 0
        var uses: UInt64 = 0
    }

    private let mostTracks: Int
    private let contents = Mutex(Contents())

    /// - Parameter mostTracks: how many ids are kept altogether.
    init(mostTracks: Int = 100_000) {
        self.mostTracks = mostTracks
    }

    func result(_ key: Key, _ state: State) -> SmartResult? {
        contents.withLock { contents in
            guard contents.held[key]?.state == state else { return nil }
            contents.uses += 1
            contents.held[key]?.use = contents.uses
            return contents.held[key]?.result
        }
    }

    func keep(_ result: SmartResult, _ key: Key, _ state: State) {
        contents.withLock { contents in
            contents.uses += 1
            contents.tracks += result.tracks.count + 1
            if let old = contents.held.updateValue(Held(state: state, result: result, use: contents.uses), forKey: key)
            {
                contents.tracks -= old.result.tracks.count + 1
            }
            while contents.tracks > mostTracks, contents.held.count > 1,
                let oldest = contents.held.min(by: { $0.value.use < $1.value.use })
            {
                contents.held[oldest.key] = nil
                contents.tracks -= oldest.value.result.tracks.count + 1
            }
        }
    }
}
