import Primitives
import Catalog
import Shelf

/// Assembles a download file by file, within its limits.
struct DownloadDraft {
    private let caller: Principal
    private let id: String
    private let name: String
    private var names = ArchiveNames()
    private var entries: [Download.Entry] = []
    private var libraries: Set<String> = []
    private var bytes: Int64 = 0
    private var newest = Timestamp(milliseconds: 0)

    init(_ id: String, named name: String, for caller: Principal) {
        (self.id, self.name, self.caller) = (id, ArchiveNames.safe(name), caller)
    }

    /// Adds a track unless its file is missing. Returns its path in the archive.
    ///
    /// Throws `forbidden` with reason `plan_bitrate` for a file that the caller may only get converted, and `tooLarge`.
    @discardableResult
    mutating func add(_ track: TrackDetails, in folders: [String], _ name: String) throws(DomainError) -> String? {
        guard !track.item.isMissing else { return nil }
        guard StreamPlan.make(for: track.audio, StreamRequest(.original), ceiling: caller.maximumBitrate) == .original
        else { throw Self.aboveBitrate }
        let path = names.path(in: folders, name, ending: Self.ending(of: track))
        libraries.insert(track.part)
        newest = max(newest, track.modifiedAt)
        try add(path, track.sizeBytes, track.modifiedAt, .track(track.item.id))
        return path
    }

    /// Adds the cover of the download.
    mutating func add(_ cover: OpenImage, in folders: [String]) throws(DomainError) {
        let ending = cover.kind == .jpeg ? "jpg" : String(cover.kind.mediaType.dropFirst("image/".count))
        try add(names.path(in: folders, "cover", ending: ending), cover.file.size, newest, .file(cover.file))
    }

    mutating func add(_ text: String, in folders: [String], _ name: String, ending: String) throws(DomainError) {
        let bytes = Array(text.utf8)
        try add(names.path(in: folders, name, ending: ending), Int64(bytes.count), newest, .text(bytes))
    }

    /// The finished download. Throws `notFound` if it contains no tracks.
    func finished() throws(DomainError) -> Download {
        guard !libraries.isEmpty else { throw DomainError.notFound("There is nothing to download") }
        return Download(id: id, name: name, entries: entries, libraries: libraries)
    }

    private mutating func add(
        _ path: String, _ size: Int64, _ modifiedAt: Timestamp, _ content: Download.Content
    ) throws(DomainError) {
        bytes += size
        guard entries.count < Download.mostFiles + 2, bytes <= Download.mostBytes else { throw Self.tooLarge }
        entries.append(Download.Entry(path: path, size: size, modifiedAt: modifiedAt, content: content))
    }

    private static func ending(of track: TrackDetails) -> String {
        let name = track.path.name
        guard let point = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: name[(point + 1)...], as: UTF8.self)
    }

    static let tooLarge = DomainError(
        .tooLarge,
        "A download has at most \(Download.mostFiles) files and \(ByteCount(Download.mostBytes)). Choose fewer",
        reason: "download_too_large")

    private static let aboveBitrate = DomainError(
        .forbidden, "Your plan limits the bitrate, so unchanged files cannot be downloaded", reason: "plan_bitrate")
}

extension TrackDetails {
    /// `01 Title`, and with several discs `2-01 Title`.
    func numberedName(ofDiscs discs: Int) -> String {
        guard let number = item.trackNumber else { return item.title }
        let disc = discs > 1 ? "\(item.discNumber ?? 1)-" : ""
        return disc + (number < 10 ? "0" : "") + "\(number) " + item.title
    }

    /// `Artist - Album`.
    var albumFolder: String { Self.folder(item.albumArtists, item.albumName) }

    static func folder(_ artists: [ArtistReference], _ album: String) -> String {
        [artists.map(\.name).joined(separator: ", "), album].filter { !$0.isEmpty }.joined(separator: " - ")
    }
}
