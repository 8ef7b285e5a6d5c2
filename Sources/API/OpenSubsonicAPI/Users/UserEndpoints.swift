package import Accounts
package import Catalog
import HTTPSupport
package import Listening
import Podcasts
import Primitives
package import Sharing

/// Users and their accounts. A device key shows its own user; other users, and changes, require a key that an admin has
/// created for that.
package struct UserEndpoints: Sendable {
    let users: UserAdministrationService
    let browsing: CatalogSyncService
    let shares: ShareService
    let jukebox: JukeboxService
    let podcasts: PodcastServices

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getUser", .requires(.read, .browse), user)
        SubsonicEndpoint("getUsers", .requires(.admin, .manageUsers), all)
        SubsonicEndpoint(silent: "createUser", .requires(.admin, .manageUsers)) { call in
            let draft = UserDraft(
                username: try call.required("username"), email: try call.required("email"),
                role: try Self.role(call, .listener) ?? .listener,
                password: CredentialParameters.decoded(try call.required("password")),
                libraries: try await libraries(call) ?? .everything)
            _ = try await users.create(draft, as: Self.caller(call))
        }
        SubsonicEndpoint("updateUser", .requires(.admin, .manageUsers), update)
        SubsonicEndpoint(silent: "deleteUser", .requires(.admin, .manageUsers)) { call in
            let user = try await users.get(username: call.required("username"), as: Self.caller(call))
            try await users.delete(user.id, as: Self.caller(call))
        }
        // A key sets no password: its user does that in the web client, others by a link.
        SubsonicEndpoint("changePassword", .nobody) { _ in .empty }
    }

    private func user(_ call: SubsonicCall) async throws -> Reply {
        let access = try call.signedIn()
        let name = try call.required("username")
        let libraries = try await browsing.libraries(as: access.principal)
        let features = try await features()
        if Username.key(of: name) == Username.key(of: access.username) {
            return Reply("user") { UserBody(access, libraries, features).write(to: &$0) }
        }
        guard access.scopes.contains(.admin) else {
            throw SubsonicFailure(.notAuthorized, "This device key shows only its own user")
        }
        let user = try await users.get(username: name, as: Self.caller(call))
        return Reply("user") { UserBody(user, libraries, features).write(to: &$0) }
    }

    private func features() async throws -> OpenFeatures {
        OpenFeatures(
            sharing: try await shares.isAllowed(), jukebox: try await jukebox.isOpen(),
            podcasts: try await podcasts.podcasts.isOn())
    }

    private func all(_ call: SubsonicCall) async throws -> Reply {
        let libraries = try await known(call)
        let found = try await Page.all { try await users.list($0, as: Self.caller(call)) }
        let features = try await features()
        return Reply.list("users", of: "user", found, each: 512) {
            UserBody($1, libraries, features).write(to: &$0)
        }
    }

    private func update(_ call: SubsonicCall) async throws -> Reply {
        guard !call.parameters.has("password") else {
            throw SubsonicFailure(.notAuthorized, "Passwords are not changed through this API")
        }
        let user = try await users.get(username: call.required("username"), as: Self.caller(call))
        var change = UserChange(
            role: try Self.role(call, user.role, isDisabled: user.disabled), email: call.parameters.first("email"),
            libraries: try await libraries(call))
        if let limit = try call.integer("maxBitRate") {
            change.maximumBitrate = .some(limit == 0 ? nil : Int(clamping: limit))
        }
        _ = try await users.edit(user.id, change, as: Self.caller(call))
        return .empty
    }

    /// The closest role here: a user who may upload is a contributor. Nil where the request changes nothing of
    /// `getUser`'s reply about `present`: clients send the whole form back when one field is changed, and not every
    /// role has a flag of its own.
    ///
    /// - Parameter isDisabled: whether the account is disabled; then `getUser` says that the user may not stream.
    private static func role(_ call: SubsonicCall, _ present: Role, isDisabled: Bool = false) throws -> Role? {
        guard try call.flag("streamRole", default: true) || isDisabled else {
            throw SubsonicFailure(
                .notAuthorized, "Every user may stream; to prevent that, disable the account")
        }
        let (isAdmin, uploads) = (present == .admin, present.permissions.contains(.submit))
        let mayAdminister = try call.flag("adminRole", default: isAdmin)
        let mayUpload = try call.flag("uploadRole", default: uploads)
        if (mayAdminister, mayUpload) == (isAdmin, uploads) { return nil }
        return mayAdminister ? .admin : mayUpload ? .contributor : .listener
    }

    /// Nil where no library is named, which leaves the scope unchanged.
    private func libraries(_ call: SubsonicCall) async throws -> LibraryScope? {
        let numbers = call.parameters.all("musicFolderId")
        guard !numbers.isEmpty else { return nil }
        let known = try await known(call)
        return .only(
            Set(
                try numbers.map { number in
                    guard let library = known.first(where: { String($0.number) == number }) else {
                        throw SubsonicFailure.absent("music folder")
                    }
                    return library.id.rawValue
                }))
    }

    /// The libraries to choose from; none for a key for administration alone, which may not read the catalog.
    private func known(_ call: SubsonicCall) async throws -> [LibraryReference] {
        let caller = try call.caller
        return caller.may(.browse) ? try await browsing.libraries(as: caller) : []
    }

    private static func caller(_ call: SubsonicCall) throws -> Caller {
        Caller(try call.signedIn().authenticated, from: call.origin)
    }
}

/// The features that are switched on, for those whose role has the permission.
struct OpenFeatures: Sendable {
    let sharing: Bool
    let jukebox: Bool
    let podcasts: Bool
}

/// A user with their permissions, in this protocol's terms.
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
    private let mayUseJukebox: Bool
    private let isAdmin: Bool
    private let features: OpenFeatures

    /// The key's own user. Permissions that the key lacks are shown as not granted.
    init(_ access: DeviceKeyAccess, _ libraries: [LibraryReference], _ features: OpenFeatures) {
        username = access.username
        email = nil
        pictureChangedAt = access.pictureChangedAt
        role = access.principal.role
        maximumBitrate = access.principal.maximumBitrate
        folders = libraries.map(\.number)
        mayStream = access.scopes.contains(.stream) && access.principal.may(.stream)
        mayDownload = mayStream && access.principal.limits.allowsDownloads
        mayWrite = access.scopes.contains(.write) && access.principal.may(.listen)
        mayUseJukebox = mayWrite && access.principal.may(.jukebox)
        isAdmin = access.principal.may(.manageUsers)
        self.features = features
    }

    init(_ user: User, _ libraries: [LibraryReference], _ features: OpenFeatures) {
        username = user.username.text
        email = user.email?.text
        pictureChangedAt = user.pictureChangedAt
        role = user.role
        maximumBitrate = user.bitrateLimit
        folders = libraries.filter { user.scope.admits($0.id) }.map(\.number)
        mayStream = !user.disabled && user.role.permissions.contains(.stream)
        mayDownload = mayStream && user.terms.limits.allowsDownloads
        mayWrite = !user.disabled && user.role.permissions.contains(.listen)
        mayUseJukebox = mayWrite && user.role.permissions.contains(.jukebox)
        isAdmin = user.role == .admin
        self.features = features
    }

    func write(to writer: inout ReplyWriter) {
        writer.attribute("username", username)
        writer.attribute("email", email)
        // Always true: clients that see false do not report plays.
        writer.attribute("scrobblingEnabled", true)
        writer.attribute("maxBitRate", maximumBitrate)
        writer.attribute("adminRole", isAdmin)
        writer.attribute("settingsRole", false)
        writer.attribute("downloadRole", mayDownload)
        writer.attribute("uploadRole", role.permissions.contains(.submit))
        writer.attribute("playlistRole", mayWrite)
        writer.attribute("coverArtRole", false)
        // This protocol's permission to comment includes ratings.
        writer.attribute("commentRole", mayWrite)
        writer.attribute("podcastRole", features.podcasts && mayWrite)
        writer.attribute("streamRole", mayStream)
        writer.attribute("jukeboxRole", features.jukebox && mayUseJukebox)
        writer.attribute("shareRole", features.sharing && mayWrite && mayStream)
        writer.attribute("videoConversionRole", false)
        writer.attribute("avatarLastChanged", pictureChangedAt)
        writer.numbers("folder", folders)
    }
}
