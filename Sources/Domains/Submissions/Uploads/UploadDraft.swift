import Foundation
package import Primitives
package import Shelf

/// What somebody announces before they send a file.
package struct UploadDraft: Sendable, Equatable {
    package static let longestName = 255

    package let name: String
    package let length: Int64
    package let batch: String?
    package let isSubmitted: Bool
    package let wish: ID<Wish>?

    /// - Parameters:
    ///   - name: what the giver calls the file; a path of theirs is cut to its last part.
    ///   - batch: a UUID of the client's making that keeps the files of one album together.
    package init(
        name: String, length: Int64, batch: String? = nil, isSubmitted: Bool = false, wish: ID<Wish>? = nil
    ) throws(DomainError) {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let shown = PlainText.line(last)
        guard PlainText.isVisible(shown), shown.utf8.count <= Self.longestName else {
            throw .invalid("A file's name has 1 to \(Self.longestName) bytes", field: "filename")
        }
        guard shown != ".", shown != ".." else { throw .invalid("No file has this name", field: "filename") }
        guard length > 0 else { throw .invalid("An empty file holds no music", field: "Upload-Length") }
        if let batch, UUID(uuidString: batch) == nil { throw .invalid("batch must be a UUID", field: "batch") }
        self.name = shown
        self.length = length
        self.batch = batch?.lowercased()
        self.isSubmitted = isSubmitted
        self.wish = wish
    }
}
