/// A track as a renderer is told to play it.
package struct RendererSong: Sendable, Equatable {
    /// The address at which it is fetched.
    package let address: String
    package let mediaType: String
    package let title: String
    package let artist: String
    package let album: String
    package let length: Duration
    /// Where the audio at the address begins within the track.
    package let start: Duration
    /// Whether every position can be reached in it.
    package let isSeekable: Bool

    package init(
        address: String, mediaType: String, title: String, artist: String, album: String, length: Duration,
        start: Duration, isSeekable: Bool
    ) {
        self.address = address
        self.mediaType = mediaType
        self.title = title
        self.artist = artist
        self.album = album
        self.length = length
        self.start = start
        self.isSeekable = isSeekable
    }

    /// The song's description for the renderer's display (DIDL-Lite; UPnP ContentDirectory:1, §2.8).
    var metadata: String {
        let escaped = SOAPMessage.escaped
        let duration = isSeekable ? " duration=\"\(Self.clock(length)).000\"" : ""
        return #"<DIDL-Lite xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/" "#
            + #"xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/">"#
            + #"<item id="1" parentID="0" restricted="1"><dc:title>\#(escaped(title))</dc:title>"#
            + "<dc:creator>\(escaped(artist))</dc:creator><upnp:artist>\(escaped(artist))</upnp:artist>"
            + "<upnp:album>\(escaped(album))</upnp:album><upnp:class>object.item.audioItem.musicTrack</upnp:class>"
            + "<res protocolInfo=\"http-get:*:\(escaped(mediaType)):*\"\(duration)>\(escaped(address))</res>"
            + "</item></DIDL-Lite>"
    }

    /// A time as AVTransport writes it: hours, minutes and whole seconds.
    static func clock(_ time: Duration) -> String {
        let seconds = max(0, time.components.seconds)
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    /// Nil for what is no such time, as `NOT_IMPLEMENTED`. Fractions of seconds are left out.
    static func time(_ text: String) -> Duration? {
        let parts = text.prefix { $0 != "." }.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...5).contains($0.utf8.count) }) else { return nil }
        let numbers = parts.compactMap { UInt32($0) }
        guard numbers.count == 3 else { return nil }
        return .seconds(Int64(numbers[0]) * 3600 + Int64(numbers[1]) * 60 + Int64(numbers[2]))
    }
}
