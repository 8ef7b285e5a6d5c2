import HTTPSupport
import Primitives
import Shelf

struct FolderBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("name", .text), ("icon", .choice(FolderIcon.allCases.map(\.rawValue))),
            ("itemCount", .integer), ("createdAt", .instant), ("changedAt", .instant),
        ], optional: [("image", .text)])

    let folder: ShelfFolder

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", folder.id.rawValue)
            json.field("name", folder.name)
            json.field("icon", folder.icon.rawValue)
            json.field("image", folder.image.map(ImagePath.text))
            json.field("itemCount", folder.itemCount)
            json.field("createdAt", folder.createdAt)
            json.field("changedAt", folder.changedAt)
        }
    }
}

/// A page of folders, and how much there is on the whole shelf.
struct FolderPageBody: JSONWritable {
    static let schema = Schema.object(
        required: [("items", .array(.named("Folder"))), ("itemCount", .integer), ("unfiledCount", .integer)],
        optional: [("nextCursor", .text)])

    let folders: Page<ShelfFolder>
    let count: ShelfCount

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", folders.items.map(FolderBody.init))
            json.field("nextCursor", folders.next?.text)
            json.field("itemCount", count.items)
            json.field("unfiledCount", count.unfiled)
        }
    }
}
