import Accounts
import Catalog
import HTTPSupport
package import Listening
import Primitives

/// The jukebox: the server's own machine plays.
package struct JukeboxEndpoints: Sendable {
    let jukebox: JukeboxService
    let items: ItemReader

    package var endpoints: [SubsonicEndpoint] {
        [SubsonicEndpoint("jukeboxControl", .requires(.write, .jukebox), compressed: true, control)]
    }

    private func control(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        switch try call.required("action", upTo: 32) {
        case "get": return try await playlist(call)
        case "status": break
        case "set": try await jukebox.replace(with: call.tracks(), as: caller)
        case "start": try await jukebox.play(as: caller)
        case "stop": try await jukebox.pause(as: caller)
        case "skip":
            let index = try place(call)
            let seconds = try call.integer("offset") ?? 0
            guard (0...1_000_000_000).contains(seconds) else { throw SubsonicFailure.malformed("offset", "seconds") }
            try await jukebox.skip(to: index, position: .seconds(seconds), as: caller)
        case "add":
            let tracks = try call.tracks()
            guard !tracks.isEmpty else { throw SubsonicFailure.missing("id") }
            try await jukebox.add(tracks, as: caller)
        case "clear": try await jukebox.clear(as: caller)
        case "remove": try await jukebox.remove(at: place(call), as: caller)
        case "shuffle": try await jukebox.shuffle(as: caller)
        case "setGain":
            guard let gain = Double(try call.required("gain", upTo: 32)), (0...1).contains(gain) else {
                throw SubsonicFailure.malformed("gain", "a number from 0.0 to 1.0")
            }
            try await jukebox.setVolume(Int((gain * 100).rounded()), as: caller)
        default:
            throw SubsonicFailure.malformed(
                "action", "get, status, set, start, stop, skip, add, clear, remove, shuffle or setGain")
        }
        let contents = try await jukebox.contents(as: caller)
        return Reply("jukeboxStatus") { contents.write(to: &$0) }
    }

    private func place(_ call: SubsonicCall) throws(SubsonicFailure) -> Int {
        guard let index = try call.integer("index") else { throw .missing("index") }
        guard let place = Int(exactly: index), place >= 0 else { throw .malformed("index", "0 or more") }
        return place
    }

    private func playlist(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let contents = try await jukebox.contents(as: caller)
        let songs = try await items.songs(contents.entries.map(\.track), as: caller)
        return Reply("jukeboxPlaylist", capacity: songs.count * 1600) { writer in
            contents.write(to: &writer)
            writer.array("entry", songs) { $1.write(to: &$0) }
        }
    }
}

extension JukeboxContents {
    /// The index is -1 where nothing is current, as in the protocol's first server. The volume is `gain` in the protocol's
    /// pages, which clients read, and `volume` in its OpenAPI document, which requires it.
    fileprivate func write(to writer: inout ReplyWriter) {
        writer.attribute("currentIndex", index ?? -1)
        writer.attribute("playing", isPlaying)
        writer.attribute("gain", Double(volume) / 100)
        writer.attribute("volume", Double(volume) / 100)
        writer.attribute("position", Int(position.wholeMilliseconds / 1000))
    }
}
