import Primitives

/// The properties of a file from its tags, cleaned and bounded. Names ignore case, spaces, `_` and `-`, so that
/// "MusicBrainz Album Id" and "MUSICBRAINZ_ALBUMID" are equal.
struct RawTags {
    /// The most values that are stored for one name.
    static let listLimit = 64

    private var values: [String: [String]] = [:]

    init() {}

    /// Makes properties of plain text, for tests.
    init(_ pairs: [(String, String)]) {
        for (name, value) in pairs {
            var name = name
            var value = value
            name.withUTF8 { name in
                value.withUTF8 { add(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer($0)) }
            }
        }
    }

    mutating func add(_ rawName: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let name = Self.normalized(rawName)
        if name.hasPrefix(Self.performer) {
            return addPerformer(String(decoding: rawName.dropFirst(Self.performer.utf8.count), as: UTF8.self), value)
        }
        guard values.count < 1024 || values[name] != nil else { return }
        let isLong = ["COMMENT", "LYRICS", "UNSYNCEDLYRICS", "SYNCEDLYRICS", "USLT", "SYLT", "DESCRIPTION"].contains {
            name.hasPrefix($0)
        }
        guard let text = isLong ? TagText.paragraphs(value) : TagText.line(value) else { return }
        guard values[name, default: []].count < Self.listLimit else { return }
        values[name, default: []].append(text)
    }

    /// TagLib's prefix for the musicians of an ID3v2 tag; the instrument follows it.
    private static let performer = "PERFORMER:"

    /// Adds a musician in the form of Vorbis comments: "Name (instrument)".
    private mutating func addPerformer(_ part: String, _ value: UnsafeRawBufferPointer) {
        guard let name = TagText.line(value), values["PERFORMER", default: []].count < Self.listLimit else { return }
        var part = part.lowercased()
        let cleaned = part.withUTF8 { TagText.line(UnsafeRawBufferPointer($0)) }
        values["PERFORMER", default: []].append(cleaned.map { "\(name) (\($0))" } ?? name)
    }

    /// The distinct values, in order, of the first of these names that has any.
    func list(_ names: String...) -> [String] {
        for name in names {
            guard let all = values[name], !all.isEmpty else { continue }
            if all.count == 1 { return all }
            var seen: Set<String> = []
            return all.filter { seen.insert($0).inserted }
        }
        return []
    }

    func first(_ names: String...) -> String? {
        for name in names {
            if let value = values[name]?.first { return value }
        }
        return nil
    }

    /// The first value under `name`, else under `name` with a description ("COMMENT:Source"), in the order of the
    /// descriptions. Descriptions that begin with "iTun" are skipped, as iTunes stores figures of its own there.
    func firstDescribed(_ name: String) -> String? {
        if let plain = values[name]?.first { return plain }
        let prefix = name + ":"
        return values.keys.filter { $0.hasPrefix(prefix) && !$0.hasPrefix(prefix + "ITUN") }.min().flatMap {
            values[$0]?.first
        }
    }

    /// The values under `name` with a description ("LYRICS:ENG"), in the order of the descriptions.
    func described(_ name: String) -> [(description: String, values: [String])] {
        let prefix = name + ":"
        return values.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
            .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
    }

    private static func normalized(_ name: UnsafeRawBufferPointer) -> String {
        String(
            decoding: name.lazy.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"): nil
                case UInt8(ascii: "a")...UInt8(ascii: "z"): byte &- 0x20
                default: byte
                }
            }, as: UTF8.self)
    }
}

/// The target of the parser's callbacks while one file is read.
final class TagCollector {
    var tags = RawTags()
    /// The front cover if there is one, else the first picture.
    private(set) var picture: [UInt8]?
    private var isFront = false

    func add(pictureType: CInt, _ bytes: UnsafeRawBufferPointer) {
        let front = pictureType == 3
        guard picture == nil || (front && !isFront), bytes.count <= PictureLimit.bytes,
            ImageKind(sniffing: bytes) != nil || ForeignImageKind(sniffing: bytes) != nil
        else { return }
        picture = Array(bytes)
        isFront = front
    }
}
