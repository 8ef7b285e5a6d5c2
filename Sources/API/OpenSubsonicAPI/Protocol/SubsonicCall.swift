import Accounts
import Catalog
import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// One authenticated request to one endpoint. Parameters are read by name with their bounds; unread ones are ignored,
/// as the protocol requires.
struct SubsonicCall: Sendable {
    let request: Request
    let context: GatewayContext
    let parameters: RequestParameters
    let format: ReplyFormat
    let detail: ReplyDetail
    /// Nil for an endpoint that is open to everyone.
    let access: DeviceKeyAccess?
    let proofs: SignedPictureURLs

    /// The longest page of lists that the protocol bounds.
    static let longestList = 500

    func signedIn() throws(SubsonicFailure) -> DeviceKeyAccess {
        guard let access else { throw SubsonicFailure(.wrongCredentials, "This needs a device key") }
        return access
    }

    var caller: Principal {
        get throws(SubsonicFailure) { try signedIn().principal }
    }

    /// The client's name for itself.
    var client: String? { parameters.first("c") }

    var origin: String { context.remoteAddress }

    /// The address of this server, as the client sees it.
    var site: String { "https://\(request.head.authority ?? "localhost")" }

    /// Makes addresses of pictures that need no key.
    var pictures: PictureAddresses {
        get throws(SubsonicFailure) { PictureAddresses(site: site, key: try signedIn().keyID, proofs: proofs) }
    }

    // MARK: Parameters

    /// Nil when absent or empty.
    func text(_ name: String, upTo maximum: Int = 1024) throws(SubsonicFailure) -> String? {
        guard let text = parameters.first(name), !text.isEmpty else { return nil }
        guard text.utf8.count <= maximum, !text.utf8.contains(0) else {
            throw .malformed(name, "text of at most \(maximum) bytes")
        }
        return text
    }

    func required(_ name: String, upTo maximum: Int = 1024) throws(SubsonicFailure) -> String {
        guard let text = try text(name, upTo: maximum) else { throw .missing(name) }
        return text
    }

    func integer(_ name: String) throws(SubsonicFailure) -> Int64? {
        guard let text = try text(name, upTo: 32) else { return nil }
        guard let number = Int64(text) else { throw .malformed(name, "a whole number") }
        return number
    }

    /// A position within a song, in milliseconds.
    func position(
        _ name: String, expected: String = "milliseconds"
    ) throws(SubsonicFailure) -> Duration? {
        guard let number = try integer(name) else { return nil }
        guard (0...1_000_000_000_000).contains(number) else { throw .malformed(name, expected) }
        return .milliseconds(number)
    }

    /// A number of items: not negative, and limited to `most`.
    func count(_ name: String, default standard: Int, most: Int = longestList) throws(SubsonicFailure) -> Int {
        guard let number = try integer(name) else { return standard }
        guard number >= 0 else { throw .malformed(name, "0 or more") }
        return Int(min(number, Int64(most)))
    }

    func window(
        count: String, offset: String, default standard: Int, most: Int = longestList
    ) throws(SubsonicFailure) -> ListWindow {
        let number = try self.count(count, default: standard, most: most)
        let start = try self.count(offset, default: 0, most: ListWindow.furthest)
        do {
            return try ListWindow(offset: start, count: number)
        } catch {
            throw SubsonicFailure(error)
        }
    }

    /// A year; nil when absent, or 0, which clients send for none.
    func year(_ name: String) throws(SubsonicFailure) -> Int? {
        guard let number = try integer(name) else { return nil }
        guard (0...9999).contains(number) else { throw .malformed(name, "a year") }
        return Int(number)
    }

    func flag(_ name: String, default standard: Bool) throws(SubsonicFailure) -> Bool {
        guard let text = try text(name, upTo: 16) else { return standard }
        switch text.lowercased() {
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        default: throw .malformed(name, "true or false")
        }
    }

    /// Milliseconds since 1970.
    func instant(_ name: String, _ text: String) throws(SubsonicFailure) -> Timestamp {
        guard let number = Int64(text), (0...253_402_300_799_999).contains(number) else {
            throw .malformed(name, "milliseconds since 1970")
        }
        return Timestamp(milliseconds: number)
    }

    // MARK: Ids

    /// The parameter `id`, of any kind.
    ///
    /// - Parameter kinds: what it may name, for the error where it names nothing.
    func id(of kinds: String) throws(SubsonicFailure) -> SubsonicID {
        guard let id = SubsonicID(try required("id")) else { throw .absent(kinds) }
        return id
    }

    func track(_ name: String = "id") throws(SubsonicFailure) -> ID<Track> {
        guard case .track(let id) = SubsonicID(try required(name)) else { throw .absent("song") }
        return id
    }

    func album(_ name: String = "id") throws(SubsonicFailure) -> ID<Album> {
        guard case .album(let id) = SubsonicID(try required(name)) else { throw .absent("album") }
        return id
    }

    func artist(_ name: String = "id") throws(SubsonicFailure) -> ID<Artist> {
        guard case .artist(let id) = SubsonicID(try required(name)) else { throw .absent("artist") }
        return id
    }

    func playlist(_ name: String = "id") throws(SubsonicFailure) -> ID<Playlist> {
        switch SubsonicID(try required(name)) {
        case .playlist(let id): return id
        case .day: throw SubsonicFailure(.notAuthorized, "A day of the board can only be changed on the board")
        default: throw .absent("playlist")
        }
    }

    /// All values of a repeated parameter, at most 10,000.
    func tracks(_ name: String = "id") throws(SubsonicFailure) -> [ID<Track>] {
        let values = parameters.all(name)
        guard values.count <= 10_000 else { throw .malformed(name, "given at most 10000 times") }
        var tracks: [ID<Track>] = []
        for value in values {
            guard case .track(let id) = SubsonicID(value) else { throw .absent("song") }
            tracks.append(id)
        }
        return tracks
    }

    /// The caller, limited to one library when `musicFolderId` names it.
    func narrowed(_ browsing: CatalogSyncService) async throws -> Principal {
        let caller = try caller
        guard let number = try integer("musicFolderId") else { return caller }
        return try await browsing.narrowed(caller, to: Int(exactly: number) ?? -1)
    }
}

/// The songs that a call names, in its order. Clients store lists for weeks, so a song that was deleted meanwhile does
/// not invalidate them.
struct NamedTracks: Sendable, Equatable {
    /// Nil for a song that does not exist for the caller.
    let tracks: [ID<Track>?]

    /// Whether the call names no songs.
    var isEmpty: Bool { tracks.isEmpty }

    var there: [ID<Track>] { tracks.compactMap(\.self) }

    func isThere(at index: Int) -> Bool { tracks.indices.contains(index) && tracks[index] != nil }

    /// The position of the song at `index` among the existing ones. Where that song was deleted, it is the position of
    /// the next existing song, or of the last one where none follows; 0 where none exists.
    func place(of index: Int) -> Int {
        let before = tracks.prefix(max(0, index)).count { $0 != nil }
        return min(before, max(0, there.count - 1))
    }
}

extension SubsonicCall {
    /// The songs of a repeated parameter, at most 10,000. Other ids count as deleted songs: another server assigned
    /// them.
    func namedTracks(_ name: String = "id", in catalog: CatalogService) async throws -> NamedTracks {
        let values = parameters.all(name)
        guard values.count <= 10_000 else { throw SubsonicFailure.malformed(name, "given at most 10000 times") }
        let tracks = values.map { value -> ID<Track>? in
            guard case .track(let id) = SubsonicID(value) else { return nil }
            return id
        }
        let known = try await catalog.known(tracks.compactMap(\.self), as: caller)
        return NamedTracks(tracks: tracks.map { $0.flatMap { known.contains($0) ? $0 : nil } })
    }

    /// As `namedTracks`. Throws 70 where it names songs and none of them exists.
    func knownTracks(_ name: String = "id", in catalog: CatalogService) async throws -> NamedTracks {
        let named = try await namedTracks(name, in: catalog)
        guard named.isEmpty || !named.there.isEmpty else { throw SubsonicFailure.absent("song") }
        return named
    }
}

extension Page {
    /// The items of all pages of a list, or of as many pages as have `most` items.
    static func all(upTo most: Int = .max, _ page: (PageRequest) async throws -> Page) async throws -> [Item] {
        var (items, cursor): ([Item], Cursor?) = ([], nil)
        repeat {
            let page = try await page(PageRequest(limit: PageRequest.maximumLimit, cursor: cursor))
            items += page.items
            cursor = page.next
        } while cursor != nil && items.count < most
        return items
    }
}

/// How much of a reply a client can read, by the name that it sends as `c`.
extension ReplyDetail {
    /// - Legacy: without everything that OpenSubsonic has added to the protocol. DSub shows contributors as artists of
    ///   their own (gonic, construct_by_tags.go). Clementine takes every child element of an album for a song and shows
    ///   nothing when there are others (subsonicservice.cpp, OnGetAlbumFinished); beets' subsonicplaylist takes every
    ///   child of a playlist for one; knuckles fails on unknown members.
    /// - Minimal: only id, title and isDir of a song. SubMusic runs on a watch (Navidrome's `minimalclients`).
    init(client: String?, format: ReplyFormat) {
        switch client?.lowercased() {
        case "submusic": self = .minimal
        case "dsub", "knuckles": self = .legacy
        case "clementine", "beets": self = format == .xml ? .legacy : .full
        default: self = .full
        }
    }
}
