import Accounts
import Catalog
import Primitives

/// A person with what they may do, in this protocol's words.
struct UserBody: Sendable {
    private let username: String
    private let email: String?
    private let pictureChangedAt: Timestamp?
    private let role: Role
    private let maximumBitrate: Int?
    private let folders: [Int]
    private let mayStream: Bool
    private let mayDownload: Bool
    private let mayWrite: Bool
    private let mayShare: Bool
    private let isAdmin: Bool

    /// The key's own person: what the key is not for, it says they may not.
    ///
    /// - Parameter mayShare: whether anybody may.
    init(_ access: DeviceKeyAccess, _ libraries: [LibraryReference], mayShare: Bool) {
        username = access.username
        email = nil
        pictureChangedAt = access.pictureChangedAt
        role = access.principal.role
        maximumBitrate = access.principal.maximumBitrate
        folders = libraries.map(\.number)
        mayStream = access.scopes.contains(.stream) && access.principal.may(.stream)
        mayDownload = mayStream && access.principal.limits.allowsDownloads
        mayWrite = access.scopes.contains(.write) && access.principal.may(.listen)
        self.mayShare = mayShare && mayWrite && mayStream
        isAdmin = access.principal.may(.manageUsers)
    }

    init(_ user: User, _ libraries: [LibraryReference], mayShare: Bool) {
        username = user.username.text
        email = user.email?.text
        pictureChangedAt = user.pictureChangedAt
        role = user.role
        maximumBitrate = user.bitrateLimit
        folders = libraries.filter { user.scope.admits($0.id) }.map(\.number)
        mayStream = !user.disabled && user.role.permissions.contains(.stream)
        mayDownload = mayStream && user.terms.limits.allowsDownloads
        mayWrite = !user.disabled && user.role.permissions.contains(.listen)
        self.mayShare = mayShare && mayWrite && mayStream
        isAdmin = user.role == .admin
    }

    func write(to writer: inout ReplyWriter) {
        writer.attribute("username", username)
        writer.attribute("email", email)
        // Always: clients that see false do not report what is played.
        writer.attribute("scrobblingEnabled", true)
        writer.attribute("maxBitRate", maximumBitrate)
        writer.attribute("adminRole", isAdmin)
        writer.attribute("settingsRole", false)
        writer.attribute("downloadRole", mayDownload)
        writer.attribute("uploadRole", role.permissions.contains(.submit))
        writer.attribute("playlistRole", mayWrite)
        writer.attribute("coverArtRole", false)
        // In this protocol to rate is to comment.
        writer.attribute("commentRole", mayWrite)
        writer.attribute("podcastRole", false)
        writer.attribute("streamRole", mayStream)
        writer.attribute("jukeboxRole", false)
        writer.attribute("shareRole", mayShare)
        writer.attribute("videoConversionRole", false)
        writer.attribute("avatarLastChanged", pictureChangedAt)
        writer.numbers("folder", folders)
    }
}
