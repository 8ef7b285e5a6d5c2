package import Primitives

/// The location of a track's file, for streaming.
package struct TrackSource: Sendable, Equatable {
    package let track: ID<Track>
    package let library: ID<Library>
    /// The library's folder, absolute, as the file system spells it.
    package let root: [UInt8]
    package let path: LibraryPath
    /// The size and time at the last scan; a file that differs now has changed since.
    package let sizeBytes: Int64
    package let modifiedNanoseconds: Int64
    package let audio: AudioProperties
    /// Whether the last scan did not find the file.
    package let isMissing: Bool
    package let isExplicit: Bool

    package init(
        track: ID<Track>, library: ID<Library>, root: [UInt8], path: LibraryPath, sizeBytes: Int64,
        modifiedNanoseconds: Int64, audio: AudioProperties, isMissing: Bool, isExplicit: Bool = false
    ) {
        self.track = track
        self.library = library
        self.root = root
        self.path = path
        self.sizeBytes = sizeBytes
        self.modifiedNanoseconds = modifiedNanoseconds
        self.audio = audio
        self.isMissing = isMissing
        self.isExplicit = isExplicit
    }

    /// The part of its library that a listener's scope must include.
    package var part: String { LibraryScope.part(of: library.rawValue, isExplicit: isExplicit) }

    package var mediaType: String { audio.mediaType }
    package var durationMilliseconds: Int64 { audio.durationMilliseconds }
}
