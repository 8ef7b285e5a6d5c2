/// Why nothing came of a link. The name is what clients see.
///
/// Whatever tells of networks is one reason: `unreachable` is a name that nobody has, a name of an address that is not allowed, a port that
/// is closed or filtered, and a handshake that failed. What the rules say of the text of a link alone has reasons of its own.
package enum LinkFailure: String, Error, Sendable, CaseIterable {
    case unreachable = "link_unreachable"
    case notListed = "link_not_listed"
    /// It spells out an address of a private network.
    case forbidden = "link_forbidden"
    case off = "links_off"
    case invalid = "link_invalid"
    /// More than three redirections, or one from https to http.
    case redirected = "link_redirected"
    /// The server answered, but not with a file.
    case refused = "link_refused"
    case page = "link_is_page"
    case notAudio = "link_not_audio"
    case compressed = "link_compressed"
    case tooLarge = "file_too_large"
    case quota = "quota_exceeded"
    case noRoom = "quarantine_full"
    case tooSlow = "link_too_slow"
    /// It ended before it should have.
    case broken = "link_broken"
    case notAllowed = "giving_not_allowed"
    /// It was begun too often, and the gateway ended each time.
    case interrupted = "link_interrupted"

    package var detail: String {
        switch self {
        case .unreachable: "The address is not allowed, or cannot be reached."
        case .notListed: "The administrators have not listed this host."
        case .forbidden: "The address is in a private network that the administrators have not allowed."
        case .off: "Importing by link is switched off."
        case .invalid: "The address cannot be read."
        case .redirected: "The address leads on too often, or to where it must not."
        case .refused: "The server does not give the file."
        case .page: "This is a page, not a file."
        case .notAudio: "This is no audio file."
        case .compressed: "The file comes compressed."
        case .tooLarge: "The file is larger than a file may be."
        case .quota: "There is no room left in what you may give."
        case .noRoom: "There is no room left for what people give."
        case .tooSlow: "The file comes too slowly."
        case .broken: "The connection broke before the file was whole."
        case .notAllowed: "You may not give music any more."
        case .interrupted: "It was interrupted too often."
        }
    }
}
