import Foundation
package import Primitives
import Shelf

/// Reads feeds: RSS 2.0 (rssboard.org) and Atom 1.0 (RFC 4287), with the namespaces of Apple Podcasts (`itunes`),
/// Podcasting 2.0 (`podcast`, podcastindex.org) and content (`content:encoded`), each under its usual prefix. Nothing is
/// fetched, no entity is declared, no address is relative, and every part has a limit.
package struct FeedReader {
    /// The largest feed in bytes.
    package static let largest = 8 << 20
    /// The most episodes: the first ones, which are the newest by custom.
    package static let mostItems = 2_000
    private static let longestLine = 500
    private static let longestText = 10_000
    private static let longestAddress = 2_048
    private static let longestGUID = 1_000
    /// The bytes of an episode's file that a feed may claim.
    private static let sizes: ClosedRange<Int64> = 1...(1 << 40)
    /// The most elements of one kind of parent.
    private static let mostElements = 50_000

    private var xml: XMLReader
    private var feed = Feed()
    private var known: Set<String> = []
    private var elements = 0
    /// The prefix of the feed's own elements.
    private var ownPrefix = ""

    private init(_ bytes: [UInt8]) {
        xml = XMLReader(bytes, skipsDocumentType: true)
    }

    /// The feed in a document of UTF-8. Throws `FeedFault`.
    package static func read(_ bytes: [UInt8]) throws(FeedFault) -> Feed {
        guard bytes.count <= largest else { throw FeedFault(reason: "the feed is too large") }
        var reader = FeedReader(bytes)
        do {
            return try reader.document()
        } catch let fault as XMLReader.Fault {
            throw FeedFault(reason: fault.reason)
        } catch {
            throw error as? FeedFault ?? FeedFault(reason: "the feed cannot be read")
        }
    }

    /// Reads the feed on a thread of its own. Requests are handled on event loops, which a long feed would hold for
    /// seconds. Throws `FeedFault`.
    package static func readDetached(_ bytes: [UInt8]) async throws(FeedFault) -> Feed {
        let reading = Task.detached { Result { () throws(FeedFault) -> Feed in try read(bytes) } }
        return try await reading.value.get()
    }

    private mutating func document() throws -> Feed {
        while let event = try xml.next() {
            guard case .start(let name) = event else { continue }
            ownPrefix = xml.prefix
            switch name {
            case "rss":
                while let name = try child() {
                    if name == "channel" { try channel() } else { try skip() }
                }
            case "feed": try atom()
            case "RDF": throw FeedFault(reason: "it is RSS 1.0, which has no episodes; use the feed in RSS 2.0 or Atom")
            default: throw FeedFault(reason: "this is no feed in RSS or Atom")
            }
        }
        guard !feed.title.isEmpty else { throw FeedFault(reason: "the feed has no title") }
        return feed
    }

    private mutating func channel() throws {
        while let name = try child() {
            switch name {
            case "description": feed.text = try text()
            case "link": feed.homePage = try address()
            case "image": try image()
            case "item": if feed.items.count < Self.mostItems { try item() } else { try skip() }
            default: try feedElement(name)
            }
        }
    }

    /// RSS's own picture, which Apple's is preferred to.
    private mutating func image() throws {
        while let name = try child() {
            if name == "url" {
                let found = try address()
                feed.picture = feed.picture ?? found
            } else {
                try skip()
            }
        }
    }

    /// The elements of a feed that RSS and Atom have in common.
    private mutating func feedElement(_ name: String) throws {
        switch name {
        case "title": feed.title = try line()
        case "itunes:author": feed.author = try line()
        case "itunes:summary": if feed.text.isEmpty { feed.text = try text() } else { try skip() }
        case "itunes:image":
            feed.picture = self.address(xml.attributes["href"]) ?? feed.picture
            try skip()
        case "itunes:new-feed-url": feed.movedTo = try address()
        case "itunes:explicit": feed.isExplicit = try isExplicit()
        default: try skip()
        }
    }

    private mutating func item() throws {
        var item = FeedItem()
        while let name = try child() {
            switch name {
            case "guid": item.guid = Self.limited(try content().trimmed, Self.longestGUID)
            case "description", "content:encoded": try describe(&item)
            case "pubDate": item.publishedAt = FeedDate.instant(try content())
            case "enclosure":
                enclose(xml.attributes["url"], &item)
                try skip()
            default: try itemElement(name, &item)
            }
        }
        add(item)
    }

    /// The elements of an episode that RSS and Atom have in common.
    private mutating func itemElement(_ name: String, _ item: inout FeedItem) throws {
        switch name {
        case "title": item.title = try line()
        case "itunes:title":
            let title = try line()
            if item.title.isEmpty { item.title = title }
        case "itunes:summary": try describe(&item)
        case "itunes:duration": item.durationMilliseconds = FeedDate.milliseconds(try content())
        case "itunes:season": item.season = try number()
        case "itunes:episode": item.number = try number()
        case "itunes:explicit": item.isExplicit = try isExplicit()
        case "itunes:image", "podcast:chapters", "podcast:transcript":
            refer(name, &item)
            try skip()
        default: try skip()
        }
    }

    /// Takes the text where it is longer than that from before.
    private mutating func describe(_ item: inout FeedItem) throws {
        let text = try text()
        if item.text.utf8.count < text.utf8.count { item.text = text }
    }

    /// Takes the audio that the open element refers to. Some feeds attach pictures and documents too.
    private func enclose(_ address: String?, _ item: inout FeedItem) {
        let type = xml.attributes["type"] ?? ""
        guard item.audio.isEmpty, Self.isAudio(type), let audio = self.address(address) else { return }
        item.audio = audio
        item.mediaType = EpisodeMediaType.known(type)
        item.size = xml.attributes["length"].flatMap { Int64($0.trimmed) }
            .flatMap { Self.sizes.contains($0) ? $0 : nil }
    }

    /// The elements of extensions that say what they have to say in attributes.
    private func refer(_ name: String, _ item: inout FeedItem) {
        switch name {
        case "itunes:image": item.picture = address(xml.attributes["href"])
        case "podcast:chapters": item.chapters = item.chapters ?? address(xml.attributes["url"])
        default:
            guard let format = FeedTranscript.Format(mediaType: xml.attributes["type"] ?? ""),
                let found = address(xml.attributes["url"])
            else { return }
            // WebVTT and SubRip are better supported than JSON, whose form is the hosts' own.
            if item.transcript == nil || item.transcript?.format == .json {
                item.transcript = FeedTranscript(address: found, format: format)
            }
        }
    }

    /// Adds an episode that has audio, once.
    private mutating func add(_ item: FeedItem) {
        guard !item.audio.isEmpty else { return }
        var item = item
        if item.guid.isEmpty { item.guid = item.audio }
        if item.title.isEmpty { item.title = feed.title }
        if known.insert(item.guid).inserted { feed.items.append(item) }
    }

    private static func isAudio(_ type: String) -> Bool {
        let type = type.lowercased()
        return type.isEmpty || type.hasPrefix("audio/") || type == "application/octet-stream" || type == "video/mp4"
    }

    // MARK: Atom

    private mutating func atom() throws {
        while let name = try child() {
            switch name {
            case "subtitle": feed.text = try text()
            case "author":
                let name = try authorName()
                feed.author = feed.author ?? name
            case "link":
                if isPage { feed.homePage = feed.homePage ?? address(xml.attributes["href"]) }
                try skip()
            case "logo":
                let found = try address()
                feed.picture = feed.picture ?? found
            case "entry": if feed.items.count < Self.mostItems { try entry() } else { try skip() }
            default: try feedElement(name)
            }
        }
    }

    private mutating func authorName() throws -> String? {
        var found: String?
        while let name = try child() {
            if name == "name" { found = try line() } else { try skip() }
        }
        return found
    }

    private mutating func entry() throws {
        var (item, changedAt) = (FeedItem(), Timestamp?.none)
        while let name = try child() {
            switch name {
            case "id": item.guid = Self.limited(try content().trimmed, Self.longestGUID)
            case "summary", "content": try describe(&item)
            case "published": item.publishedAt = FeedDate.instant(try content())
            case "updated": changedAt = FeedDate.instant(try content())
            case "link":
                if xml.attributes["rel"] == "enclosure" { enclose(xml.attributes["href"], &item) }
                try skip()
            default: try itemElement(name, &item)
            }
        }
        item.publishedAt = item.publishedAt ?? changedAt
        add(item)
    }

    /// Whether the open link leads to the podcast's own page (RFC 4287, §4.2.7.2).
    private var isPage: Bool {
        xml.attributes["rel"] ?? "alternate" == "alternate" && xml.attributes["type"] ?? "text/html" == "text/html"
    }

    // MARK: Elements

    /// The next child of the open element, with its prefix where that is not the feed's own; nil at the element's end.
    private mutating func child() throws -> String? {
        guard let name = try xml.child() else { return nil }
        elements += 1
        guard elements <= Self.mostElements else { throw FeedFault(reason: "the feed has too many elements") }
        return xml.prefix == ownPrefix ? name : "\(xml.prefix):\(name)"
    }

    private mutating func skip() throws {
        try xml.passElement()
    }

    /// The text of the open element and of all within it, through its end.
    private mutating func content() throws -> String {
        try xml.content(upTo: Self.longestText * 8)
    }

    private mutating func line() throws -> String {
        Self.limited(PlainText.line(HTMLText.plain(try content())), Self.longestLine)
    }

    private mutating func text() throws -> String {
        Self.limited(PlainText.lines(HTMLText.plain(try content())), Self.longestText)
    }

    /// Apple's values, today's and those of old feeds.
    private mutating func isExplicit() throws -> Bool {
        ["true", "yes", "explicit"].contains(try content().trimmed.lowercased())
    }

    private mutating func number() throws -> Int? {
        Int(try content().trimmed).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
    }

    private mutating func address() throws -> String? {
        address(try content())
    }

    /// An address of the web; nil for everything else.
    private func address(_ text: String?) -> String? {
        guard let text = text?.trimmed, text.utf8.count <= Self.longestAddress else { return nil }
        let scheme = text.lowercased()
        guard scheme.hasPrefix("https://") || scheme.hasPrefix("http://") else { return nil }
        return text.replacing(" ", with: "%20")
    }

    private static func limited(_ text: String, _ count: Int) -> String {
        text.unicodeScalars.count <= count ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
}

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
