/// A picture that somebody gave to something of theirs, and what that is.
package struct ImportedPicture: Sendable, Equatable {
    /// By what the thing is known where it is brought to.
    package enum Subject: Sendable, Equatable {
        case profile
        case playlist(id: String, name: String)
        /// A folder of the same name is the same folder.
        case folder(id: String, name: String)
        case shelfItem(id: String, title: String)
        case wish(title: String, artist: String)
    }

    package let subject: Subject
    /// In the archive.
    package let file: String

    package init(of subject: Subject, file: String) {
        self.subject = subject
        self.file = file
    }
}
