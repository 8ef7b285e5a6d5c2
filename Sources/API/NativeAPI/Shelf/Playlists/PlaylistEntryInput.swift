import Catalog
import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// Tracks to add: at the end, first (`after` is null), or after an entry.
struct PlaylistAdditionBody: InputBody {
    let tracks = Input<[ID<Track>]>("trackIds", .ids(upTo: PlaylistRules.mostAdded))
    let after = Input<Patch<ID<PlaylistEntry>>>("after", .id())
    let revision = Input<Int64?>("revision", .revision)

    func read(_ request: Request) async throws -> PlaylistEdit {
        try await request.read(self, upTo: PlaylistLimits.body) { fields in
            var edit = PlaylistEdit(expecting: try fields.read(\.revision))
            let tracks = try fields.read(\.tracks)
            switch try fields.read(\.after) {
            case .absent: try edit.add(.append(tracks))
            case .null: try edit.add(.insert(tracks, after: nil))
            case .value(let entry): try edit.add(.insert(tracks, after: entry))
            }
            return edit
        }
    }
}

/// Entries to remove, by their ids or by positions. Positions apply only to the revision in which they were seen.
struct PlaylistRemovalBody: InputBody {
    let entries = Input<[ID<PlaylistEntry>]?>("entryIds", .ids(upTo: PlaylistRules.longest))
    let places = Input<[Int64]>(
        alternative: "indices", .integers(upTo: PlaylistRules.longest, in: 0...Int64(PlaylistRules.longest)))
    let revision = Input<Int64?>("revision", .revision)

    func read(_ request: Request) async throws -> PlaylistEdit {
        try await request.read(self, upTo: PlaylistLimits.body) { fields in
            var edit = PlaylistEdit(expecting: try fields.read(\.revision))
            if let entries = try fields.read(\.entries) {
                try edit.add(.remove(entries))
            } else {
                let places = try fields.read(\.places)
                guard edit.expected != nil else {
                    throw DomainError.invalid("indices need the revision that they were seen in", field: "revision")
                }
                try edit.add(.removePlaces(places.map { Int($0) }, amongMissing: true))
            }
            return edit
        }
    }
}

/// Entries to move after another, or first (`after` is null).
struct PlaylistMoveBody: InputBody {
    let entries = Input<[ID<PlaylistEntry>]>("entryIds", .ids(upTo: PlaylistRules.longest))
    let after = Input<ID<PlaylistEntry>?>(
        nullable: "after", .id(), missing: "after is missing; null puts them first")
    let revision = Input<Int64?>("revision", .revision)

    func read(_ request: Request) async throws -> PlaylistEdit {
        try await request.read(self, upTo: PlaylistLimits.body) { fields in
            var edit = PlaylistEdit(expecting: try fields.read(\.revision))
            let entries = try fields.read(\.entries)
            try edit.add(.move(entries, after: try fields.read(\.after)))
            return edit
        }
    }
}

/// Tracks in place of all entries. A revision is required, so that no other user's addition is overwritten unseen.
struct PlaylistReplacementBody: InputBody {
    let tracks = Input<[ID<Track>]>("trackIds", .ids(upTo: PlaylistRules.longest))
    let revision = Input<Int64>("revision", .revision)

    func read(_ request: Request) async throws -> PlaylistEdit {
        try await request.read(self, upTo: PlaylistLimits.body) { fields in
            var edit = PlaylistEdit(expecting: try fields.read(\.revision))
            try edit.add(.replace(try fields.read(\.tracks), keepsMissing: false))
            return edit
        }
    }
}
