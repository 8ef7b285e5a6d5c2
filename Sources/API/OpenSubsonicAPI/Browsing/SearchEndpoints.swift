import Accounts
import Catalog
import HTTPSupport
import Primitives

/// Searches artists, albums and songs by name.
package struct SearchEndpoints: Sendable {
    /// The longest page: clients that copy a library ask for more at once than lists return.
    private static let most = 5000

    let items: ItemReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("search", .requires(.read, .browse), compressed: true, search)
        SubsonicEndpoint("search2", .requires(.read, .browse), compressed: true) { call in
            try await found(call, "searchResult2", isShort: true)
        }
        SubsonicEndpoint("search3", .requires(.read, .browse), compressed: true) { call in
            try await found(call, "searchResult3", isShort: false)
        }
    }

    /// The oldest search call: songs only.
    private func search(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let words = try ["any", "artist", "album", "title"].compactMap { try call.text($0) }
        guard !words.isEmpty else {
            throw SubsonicFailure(
                .missingParameter,
                "There is nothing to search for. Send one of the parameters any, artist, album and title")
        }
        let window = try call.window(count: "count", offset: "offset", default: 20)
        let since = try call.text("newerThan").map { try call.instant("newerThan", $0) }
        // Older songs are filtered out before the page is cut: a client stops at a page without songs.
        let found = try await items.browsing.search(
            Self.cleaned(words.joined(separator: " ")),
            SearchWindows(
                artists: .first(0), albums: .first(0), tracks: since == nil ? window : .first(Self.most)), as: caller
        ).tracks
        let tracks =
            since.map { since in
                Array(found.filter { $0.item.addedAt >= since }.dropFirst(window.offset).prefix(window.count))
            } ?? found
        let songs = try await items.songs(tracks, as: caller)
        return Reply("searchResult", capacity: songs.count * 1600) { writer in
            writer.attribute("offset", window.offset)
            writer.attribute("totalHits", window.offset + songs.count)
            writer.array("match", songs) { $1.write(to: &$0) }
        }
    }

    /// - Parameter isShort: whether artists and albums have the forms of the older calls.
    private func found(_ call: SubsonicCall, _ object: StaticString, isShort: Bool) async throws -> Reply {
        guard call.parameters.has("query") else { throw SubsonicFailure.missing("query") }
        let text = Self.cleaned(try call.text("query") ?? "")
        let windows = SearchWindows(
            artists: try call.window(count: "artistCount", offset: "artistOffset", default: 20, most: Self.most),
            albums: try call.window(count: "albumCount", offset: "albumOffset", default: 20, most: Self.most),
            tracks: try call.window(count: "songCount", offset: "songOffset", default: 20, most: Self.most))
        let caller = try await call.narrowed(items.browsing)
        let found = try await items.browsing.search(text, windows, as: caller)
        return try await items.reply(object, found, call, as: caller, isShort: isShort)
    }

    /// Removes the quotes that some clients put around the query and the star that others append. A query of nothing
    /// else is empty, and finds everything.
    static func cleaned(_ text: String) -> String {
        var text = text[...]
        func isPadding(_ character: Character) -> Bool {
            character.isWhitespace || character == "\"" || character == "*"
        }
        while let first = text.first, isPadding(first) { text.removeFirst() }
        while let last = text.last, isPadding(last) { text.removeLast() }
        return text == "''" ? "" : String(text)
    }
}
