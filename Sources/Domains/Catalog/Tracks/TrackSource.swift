package import Primitives

/// Where the bytes of a track are, for whoever streams it.
package struct TrackSource: Sendable, Equatable {
    package let track: ID<Track>
    package let library: ID<Library>
    /// The library's folder, absolute, as the file system spells it.
    package let root: [UInt8]
    package let path: LibraryPath
    /// As the last scan saw them; a file that differs by now has changed since.
    package let sizeBytes: Int64
    package let modifiedNanoseconds: Int64
    package let audio: AudioProperties
    /// The last scan did not find the file.
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

    /// The part of its library that a listener's scope is asked about.
    package var part: String { LibraryScope.part(of: library.rawValue, isExplicit: isExplicit) }

    package var mediaType: String { audio.mediaType }
    package var durationMilliseconds: Int64 { audio.durationMilliseconds }
}
