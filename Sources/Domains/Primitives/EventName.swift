/// The name of a live event, as `GET /api/v1/events` sends it.
///
/// This is the only list. The web client's list (`public/core/event-names.js`) and the table in the page *Events* are
/// written from it by `EventNamesTests`.
package enum EventName: String, Sendable, CaseIterable {
    // The catalog
    case scan, scans, analysis
    case catalog = "catalogue"
    case lyrics, lyricsLookup, lyricsRun
    // Listening
    case history, queue, nowPlaying, devices, deviceCommand, scrobbling
    // What users make
    case annotations = "opinions"
    case rating, moments, playlist, playlistFolders, shelf, wish, board
    // Submissions and moderation
    case submission, upload
    case linkImport = "import"
    case importProgress, moderation
    // Accounts and administration
    case notification, account, administration
    // Data that rules read, and the stream itself
    case changes, reset, session

    /// A sentence of documentation: the change that the event announces.
    package var meaning: String {
        switch self {
        case .scan: "A running scan has progressed."
        case .scans: "A scan has begun or ended."
        case .analysis: "The analysis of sound has progressed."
        case .catalog: "The catalog has a new revision."
        case .lyrics: "The lyrics that users see for a track have changed."
        case .lyricsLookup: "A lookup of lyrics for a track that the user asked for has ended."
        case .lyricsRun: "The lookup of lyrics for a whole library has progressed."
        case .history: "The user's listening history has changed."
        case .queue: "Another player has replaced the user's queue."
        case .nowPlaying: "A player has started, paused, resumed, moved or ended."
        case .devices: "The user's devices, or a shared speaker, have changed."
        case .deviceCommand: "Another device sends a command to this one."
        case .scrobbling: "A connection to a scrobbling service has changed."
        case .annotations: "The user's likes, ratings or reviews have changed."
        case .rating: "The average rating of a track, album or artist has changed."
        case .moments: "A moment has changed, or moments may have become visible or hidden."
        case .playlist: "A playlist has changed, or is gone."
        case .playlistFolders: "The user's playlist folders have changed."
        case .shelf: "The user's shelf has changed."
        case .wish: "The wish list has changed."
        case .board: "The board has changed: a post, a reaction, a comment or a new day."
        case .submission: "A submission of the user has changed its state."
        case .upload: "An upload of the user has changed its state."
        case .linkImport: "An import by link of the user has changed its state."
        case .importProgress: "An import by link of the user has progressed."
        case .moderation: "A submission, report or other item of the moderators' queues has changed."
        case .notification: "The user has a new notification, or has read some."
        case .account: "The user's own plan, requests or account have changed."
        case .administration: "Areas of the console have changed."
        case .changes: "Data that the rules of smart playlists read have changed."
        case .reset: "The server does not know which events the client has missed. The client reloads."
        case .session: "The session has ended."
        }
    }

    /// The users who receive the event, as the documentation names them.
    package var recipients: String {
        switch self {
        case .scan, .scans, .analysis: "users who manage libraries"
        case .lyricsRun, .administration: "admins"
        case .lyrics, .rating: "users who see the library"
        case .moments: "users who see the library, the author, or everyone"
        case .playlist: "everyone, or the users who may see the playlist"
        case .catalog, .wish, .board: "everyone"
        case .changes: "everyone, users who see the library, or the user"
        case .moderation: "moderators"
        case .nowPlaying, .history, .queue, .devices, .scrobbling, .annotations, .playlistFolders, .shelf,
            .lyricsLookup, .notification, .account:
            "the user"
        case .deviceCommand: "one device of the user"
        case .submission, .upload, .linkImport, .importProgress: "the submitter"
        case .reset, .session: "the client of the stream"
        }
    }
}
