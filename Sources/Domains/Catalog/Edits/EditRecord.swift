package import Primitives

/// One row of a track's history of corrections.
package struct EditRecord: Sendable, Equatable {
    /// A field as it was and as it became; nil where it was, or became, what the file says.
    package struct Change: Sendable, Equatable {
        package let field: TrackEdit.Field
        package let before: TrackEdit.Value?
        package let after: TrackEdit.Value?
    }

    package let id: ID<EditRecord>
    package let track: ID<Track>
    package let at: Timestamp
    package let editor: ID<Person>?
    /// Nil when the account is gone.
    package let editorName: String?
    package let before: TrackEdit
    package let after: TrackEdit
    /// What the file itself said at the time.
    package let file: TrackEdit
    /// The record that this one has undone.
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

    /// `edit` without what this record has changed. Throws `conflict` when one of its fields has been changed again since.
    func undone(in edit: TrackEdit) throws(DomainError) -> TrackEdit {
        var edit = edit
        for change in changes {
            guard edit[change.field] == change.after else {
                throw DomainError(
                    .conflict, "Somebody has changed \(change.field.rawValue) again since", reason: "edited_since",
                    field: change.field.rawValue)
            }
            edit.take(change.field, from: before)
        }
        return edit
    }
}
