/// The reason why an import by link failed. Clients see the raw value.
///
/// All failures that depend on the network have one reason: `unreachable` means an unknown name, a name of a forbidden
/// address, a closed or filtered port, or a failed handshake. Failures that the rules find in the link's text have
/// reasons of their own.
package enum LinkFailure: String, Error, Sendable, CaseIterable {
    case unreachable = "link_unreachable"
    case notListed = "link_not_listed"
    /// The link contains an address of a private network.
    case forbidden = "link_forbidden"
    case off = "links_off"
    case invalid = "link_invalid"
    /// More than three redirects, or one from https to http.
    case redirected = "link_redirected"
    /// The remote server answered, but without the file.
    case refused = "link_refused"
    case page = "link_is_page"
    case notAudio = "link_not_audio"
    case compressed = "link_compressed"
    case tooLarge = "file_too_large"
    case quota = "quota_exceeded"
    case noRoom = "quarantine_full"
    case tooSlow = "link_too_slow"
    /// The download ended too early.
    case broken = "link_broken"
    case notAllowed = "giving_not_allowed"
    /// It was started too often, and the server stopped each time.
    case interrupted = "link_interrupted"

    package var detail: String {
        switch self {
        case .unreachable: "The address is not allowed, or cannot be reached."
        case .notListed: "The administrators have not listed this host."
        case .forbidden: "The address is in a private network that the administrators have not allowed."
        case .off: "Importing by link is switched off."
        case .invalid: "The address cannot be read."
        case .redirected: "The address redirects too often, or to a forbidden address."
        case .refused: "The remote server refuses the file."
        case .page: "This is a page, not a file."
        case .notAudio: "This is not an audio file."
        case .compressed: "The file is sent compressed."
        case .tooLarge: "The file is larger than the limit."
        case .quota: "Your pending submissions have reached their limit."
        case .noRoom: "The space for submissions is full."
        case .tooSlow: "The download is too slow."
        case .broken: "The connection ended before the file was complete."
        case .notAllowed: "You may no longer submit music."
        case .interrupted: "The import was interrupted too often."
        }
    }
}
