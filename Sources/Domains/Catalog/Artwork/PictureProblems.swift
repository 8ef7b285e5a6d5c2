/// What the list of broken files says of pictures that cannot be shown.
extension FileProblem {
    /// Of a picture file.
    package static func unshowable(_ reason: Reason) -> FileProblem {
        FileProblem(reason, "The picture cannot be shown and is no cover: it is \(state(reason)).")
    }

    /// Of music that is in the catalogue for all that.
    package static func unshowablePicture(_ reason: Reason) -> FileProblem {
        FileProblem(.picture, "The picture in the file cannot be shown and is no cover: it is \(state(reason)).")
    }

    private static func state(_ reason: Reason) -> String {
        switch reason {
        case .truncated, .empty: "cut off"
        case .tooLarge, .timeout: "too large"
        case .unsupported: "of an unknown kind"
        case .corrupt, .unreadable, .crashed, .outsideLibrary, .noAudio, .picture: "damaged"
        }
    }
}
