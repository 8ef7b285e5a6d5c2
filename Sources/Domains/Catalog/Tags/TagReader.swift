package import Primitives

/// Reads media files. Implementations parse them outside this process, so that a hostile file affects nothing else.
package protocol TagReader: Sendable {
    /// The tags and audio properties of one file.
    /// - Parameters:
    ///   - path: the file below `root`; a link that leads out of `root` is a `FileProblem`.
    ///   - root: the library's folder, absolute, as the file system spells it.
    func read(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> MediaFile

    /// The bytes of the embedded cover that `read` found in a file, at most 20 MiB; nil if it is gone by now.
    func embeddedCover(of path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]?

    /// The bytes of an image file in the library (a sidecar `cover.jpg`), at most 20 MiB.
    func sidecarImage(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]?

    /// The bytes of a text file in the library, at most `TextFile.maximumBytes`; nil if it is gone by now.
    func sidecarText(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]?
}

/// The reason why a file is not in the catalog, or a picture is not a cover.
package struct FileProblem: Error, Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        case empty, truncated, corrupt, unreadable, unsupported, tooLarge, timeout, crashed, outsideLibrary, noAudio
        /// The file is in the catalog, but the picture in it cannot be shown.
        case picture
    }

    package let reason: Reason
    /// An English sentence for the list of broken files.
    package let detail: String

    package init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }
}

/// The metadata of one media file.
package struct MediaFile: Sendable, Equatable {
    package var tags: TrackTags
    package var audio: AudioProperties
    /// The key that the embedded front cover (else the first picture) would have in the blob store; nil when there is
    /// none.
    package var cover: BlobKey?
    /// 16 bytes that stay the same when the file is moved or renamed: a hash over its size and samples of its content.
    package var signature: [UInt8]

    package init(tags: TrackTags, audio: AudioProperties, cover: BlobKey?, signature: [UInt8]) {
        self.tags = tags
        self.audio = audio
        self.cover = cover
        self.signature = signature
    }
}

/// The properties of the encoded audio.
package struct AudioProperties: Sendable, Equatable {
    /// By content, never by file name: `audio/mpeg`, `audio/flac`, `audio/ogg` (for Opus too), `audio/mp4`,
    /// `audio/aac`, `audio/wav`, `audio/aiff`, `audio/x-ms-wma`, `audio/x-ape`, `audio/x-wavpack`.
    package var mediaType: String
    /// `mp3`, `flac`, `vorbis`, `opus`, `speex`, `aac`, `alac`, `pcm`, `wma`, `ape`, `wavpack`.
    package var codec: String
    package var durationMilliseconds: Int64
    /// Kilobits per second, the average.
    package var bitrate: Int
    /// Hertz.
    package var sampleRate: Int
    package var channels: Int
    /// Bits per sample of lossless formats; 0 where it has no meaning.
    package var bitDepth: Int

    package init(
        mediaType: String, codec: String, durationMilliseconds: Int64, bitrate: Int, sampleRate: Int, channels: Int,
        bitDepth: Int
    ) {
        self.mediaType = mediaType
        self.codec = codec
        self.durationMilliseconds = durationMilliseconds
        self.bitrate = bitrate
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitDepth = bitDepth
    }
}
