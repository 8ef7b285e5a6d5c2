import Catalog
import Primitives

/// A folder of the disk.
struct FolderBody: Sendable {
    private let folder: Folder

    init(_ folder: Folder) {
        self.folder = folder
    }

    /// `Child`, in the folder above it.
    func write(to writer: inout ReplyWriter) {
        writer.bareText("id", "fo-", folder.id.rawValue)
        writer.attribute("isDir", true)
        writer.attribute("title", folder.name)
        guard !writer.quirks.isMinimal else { return }
        if let parent = folder.parent { writer.bareText("parent", "fo-", parent.rawValue) }
        writer.cover(folder.cover, "fo-", folder.id.rawValue)
    }

    /// `Artist`, in an index of folders: what lies at the top of a library is taken for one.
    func writeShort(to writer: inout ReplyWriter) {
        writer.bareText("id", "fo-", folder.id.rawValue)
        writer.attribute("name", folder.name)
    }
}
