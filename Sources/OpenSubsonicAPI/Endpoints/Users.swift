package import Accounts
package import Catalog
import Primitives

/// The person behind the key. Accounts are looked after in the web client: a device key is no admin's session.
package struct UserEndpoints: Sendable {
    private let accounts: AccountService
    private let browsing: BrowsingService

    package init(accounts: AccountService, browsing: BrowsingService) {
        self.accounts = accounts
        self.browsing = browsing
    }

    package var endpoints: [SubsonicEndpoint] {
        [SubsonicEndpoint("getUser", .requires(.read, .manageOwnAccount), user)]
            + ["getUsers", "createUser", "updateUser", "deleteUser", "changePassword"].map { name in
                SubsonicEndpoint(name, .nobody) { _ in .empty }
            }
    }

    /// Somebody else's account is nobody's business here, whether there is one or not.
    @Sendable private func user(_ call: SubsonicCall) async throws -> Reply {
        let access = try call.signedIn()
        guard Username.key(of: try call.required("username")) == Username.key(of: access.username) else {
            throw SubsonicFailure(.notAuthorized, "A device key tells of its own person only")
        }
        let user = try await accounts.get(as: Caller(access.authenticated, from: call.origin))
        let libraries = try await browsing.libraries(as: access.principal)
        func may(_ permission: Permission, _ scope: ClientScope) -> Bool {
            access.principal.may(permission) && access.scopes.contains(scope)
        }
        let (streams, writes) = (may(.stream, .stream), may(.listen, .write))
        let isAdmin = user.role == .admin
        return Reply { writer in
            writer.object("user") { writer in
                writer.attribute("username", user.username.text)
                writer.attribute("email", user.email?.text)
                // Always: clients that see false do not report what is played.
                writer.attribute("scrobblingEnabled", true)
                writer.attribute("adminRole", isAdmin)
                writer.attribute("settingsRole", true)
                writer.attribute("downloadRole", streams)
                writer.attribute("uploadRole", false)
                writer.attribute("playlistRole", writes)
                writer.attribute("coverArtRole", false)
                writer.attribute("commentRole", false)
                writer.attribute("podcastRole", false)
                writer.attribute("streamRole", streams)
                writer.attribute("jukeboxRole", false)
                writer.attribute("shareRole", false)
                writer.attribute("videoConversionRole", false)
                writer.numbers("folder", libraries.map(\.number))
            }
        }
    }
}
