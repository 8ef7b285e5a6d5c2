/// What lies in a folder.
package struct FolderContents: Sendable, Equatable {
    package let folder: Folder
    /// Those that have music in or below them, by name.
    package let folders: [Folder]
    /// By disc and number, then by file name, at most 5000; without lyrics and corrections.
    package let tracks: [TrackDetails]

    package init(folder: Folder, folders: [Folder], tracks: [TrackDetails]) {
        self.folder = folder
        self.folders = folders
        self.tracks = tracks
    }
}
