package import Journal
package import Primitives

/// Stores corrections and their history. Every method is one transaction.
package protocol EditStore: Sendable {
    /// In the order of `tracks`, without those that never existed.
    func targets(_ tracks: [ID<Track>]) async throws -> [EditTarget]

    /// Changes the corrections of the tracks in `write`, records each difference in the history, and rewrites the
    /// tracks and everything derived from them, as a scan does. Returns false and writes nothing if a target no longer
    /// matches the write.
    func apply(
        _ write: EditWrite, _ change: @escaping @Sendable (TrackEdit) throws -> TrackEdit
    ) async throws -> Bool

    /// Newest first.
    func records(of track: ID<Track>, _ page: PageRequest) async throws -> Page<EditRecord>
    func record(_ id: ID<EditRecord>, of track: ID<Track>) async throws -> EditRecord?
    /// Whether another correction undoes it and was not undone itself.
    func isUndone(_ id: ID<EditRecord>, of track: ID<Track>) async throws -> Bool
}

/// The file of a track to be corrected, as known to the catalog.
package struct EditTarget: Sendable, Equatable {
    package let track: ID<Track>
    package let library: ID<Library>
    /// The library's folder, absolute.
    package let root: [UInt8]
    package let path: LibraryPath
    package let facts: FileFacts
    package let signature: [UInt8]
    package let isMissing: Bool

    package init(
        track: ID<Track>, library: ID<Library>, root: [UInt8], path: LibraryPath, facts: FileFacts, signature: [UInt8],
        isMissing: Bool
    ) {
        self.track = track
        self.library = library
        self.root = root
        self.path = path
        self.facts = facts
        self.signature = signature
        self.isMissing = isMissing
    }
}

/// The input of `EditStore.apply` beside the change itself.
package struct EditWrite: Sendable {
    /// The states of the files when they were read.
    package let targets: [EditTarget]
    /// The contents of the files, all of one library.
    package let batch: ScanBatch
    /// A cover that the change refers to.
    package let cover: ScanBatch.Image?
    package let editor: ID<Person>?
    package let undoes: ID<EditRecord>?
    package let entry: JournalEntry
}

/// One row of a track's correction history.
package struct EditRecord: Sendable, Equatable {
    /// The value of a field before and after the correction; nil stands for the file's own value.
    package struct Change: Sendable, Equatable {
        package let field: TrackEdit.Field
        package let before: TrackEdit.Value?
        package let after: TrackEdit.Value?
    }

    package let id: ID<EditRecord>
    package let track: ID<Track>
    package let at: Timestamp
    package let editor: ID<Person>?
    /// Nil if the account was deleted.
    package let editorName: String?
    package let before: TrackEdit
    package let after: TrackEdit
    /// The file's own values at the time.
    package let file: TrackEdit
    package let undoes: ID<EditRecord>?

    package init(
        id: ID<EditRecord>, track: ID<Track>, at: Timestamp, editor: ID<Person>?, editorName: String?,
        before: TrackEdit,
        after: TrackEdit, file: TrackEdit, undoes: ID<EditRecord>?
    ) {
        self.id = id
        self.track = track
        self.at = at
        self.editor = editor
        self.editorName = editorName
        self.before = before
        self.after = after
        self.file = file
        self.undoes = undoes
    }

    package var changes: [Change] {
        TrackEdit.Field.allCases.compactMap { field in
            before[field] == after[field] ? nil : Change(field: field, before: before[field], after: after[field])
        }
    }

    /// `edit` without the changes of this record. Throws `conflict` if one of its fields was changed again since.
    func undone(in edit: TrackEdit) throws(DomainError) -> TrackEdit {
        var edit = edit
        for change in changes {
            guard edit[change.field] == change.after else {
                throw DomainError(
                    .conflict, "\(change.field.rawValue) was changed again since", reason: "edited_since",
                    field: change.field.rawValue)
            }
            edit.take(change.field, from: before)
        }
        return edit
    }
}
