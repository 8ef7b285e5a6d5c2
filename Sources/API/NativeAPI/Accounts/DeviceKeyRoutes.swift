package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Primitives

/// Device keys for remote clients: the caller's own, and every user's for admins.
package struct DeviceKeyRoutes: Sendable {
    private let keys: DeviceKeyService
    /// The server's own address as clients reach it.
    private let origin: @Sendable (Request) -> String
    private let qrCode: @Sendable (String) -> String?

    /// - Parameter qrCode: draws a text as an SVG picture.
    package init(
        keys: DeviceKeyService, origin: @escaping @Sendable (Request) -> String,
        qrCode: @escaping @Sendable (String) -> String?
    ) {
        self.keys = keys
        self.origin = origin
        self.qrCode = qrCode
    }

    package var endpoints: [Endpoint] { own + others }

    private var own: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/me/device-keys", .requires(.manageOwnAccount), tag: "me", "The caller's device keys",
                reply: .json(.ok, .list(of: .named("DeviceKey"))), handler: list),
            Endpoint(
                .post, "/api/v1/me/device-keys", .requiresConfirmed(.manageOwnAccount), tag: "me",
                "Create a key for a remote client; its text is shown only once. Without scopes it may read, write and stream. qrCode: an SVG of server, username and text, one per line",
                credentials: true,
                body: DeviceKeyDraftBody().schema, reply: .json(.created, IssuedDeviceKeyBody.schema), handler: create),
            Endpoint(
                .delete, "/api/v1/me/device-keys", .requires(.manageOwnAccount), tag: "me", "Revoke all device keys",
                credentials: true,
                reply: .empty(.noContent), handler: revokeAll),
            Endpoint(
                .patch, "/api/v1/me/device-keys/{id}", .requires(.manageOwnAccount), tag: "me", "Rename a device key",
                credentials: true,
                body: DeviceKeyNameBody().schema, reply: .json(.ok, .named("DeviceKey")), handler: rename),
            Endpoint(
                .delete, "/api/v1/me/device-keys/{id}", .requires(.manageOwnAccount), tag: "me",
                "Revoke a device key and the accounts that were made with it",
                credentials: true, parameters: [RetainedProducts.parameter],
                reply: .empty(.noContent), handler: revoke),
        ]
    }

    private var others: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/users/{id}/device-keys", .requires(.manageUsers), tag: "users", "A user's device keys",
                reply: .json(.ok, .list(of: .named("DeviceKey"))), handler: listOfUser),
            Endpoint(
                .delete, "/api/v1/users/{id}/device-keys", .requiresConfirmed(.manageUsers), tag: "users",
                "Revoke all device keys of a user", credentials: true, reply: .empty(.noContent),
                handler: revokeAllOfUser),
            Endpoint(
                .delete, "/api/v1/users/{id}/device-keys/{key}", .requiresConfirmed(.manageUsers), tag: "users",
                "Revoke a device key of a user", credentials: true, reply: .empty(.noContent), handler: revokeOfUser),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await keys.list(as: context.caller()).map(DeviceKeyBody.init)))
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try await DeviceKeyDraftBody().read(request)
        let issued = try await keys.create(draft, as: context.caller())
        let server = origin(request)
        let login = [server, issued.username, issued.text].joined(separator: "\n")
        return .json(
            IssuedDeviceKeyBody(issued: issued, server: server, qrCode: qrCode(login)), status: .created,
            capacity: 16 * 1024)
    }

    @Sendable private func revokeAll(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await keys.revokeAll(as: context.caller())
        return .empty()
    }

    @Sendable private func rename(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(DeviceKeyNameBody())
        let label = try fields.read(\.label)
        try fields.end()
        return .json(
            DeviceKeyBody(listed: try await keys.rename(context.id("id"), to: label, as: context.caller())))
    }

    @Sendable private func revoke(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let keeps = try request.choice("keep", of: RetainedProducts.self) == .accounts
        try await keys.revoke(context.id("id"), keepingAccounts: keeps, as: context.caller())
        return .empty()
    }

    @Sendable private func listOfUser(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await keys.list(of: context.id("id"), as: context.caller()).map(DeviceKeyBody.init)))
    }

    @Sendable private func revokeAllOfUser(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await keys.revokeAll(of: context.id("id"), as: context.caller())
        return .empty()
    }

    @Sendable private func revokeOfUser(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await keys.revoke(context.id("key"), of: context.id("id"), as: context.caller())
        return .empty()
    }
}

/// A new device key.
private struct DeviceKeyDraftBody: InputBody {
    let label = Input<String>("label", .text())
    let scopes = Input<[String]?>(
        "scopes", .texts(upTo: DeviceKeyScope.allCases.count, as: .choice(of: DeviceKeyScope.self)))
    let days = Input<Int?>("expiresInDays", .integer(in: 1...3650))

    func read(_ request: Request) async throws -> DeviceKeyDraft {
        var fields = try await request.input(self)
        var draft = DeviceKeyDraft(label: try fields.read(\.label))
        if let names = try fields.read(\.scopes) { draft.scopes = try Self.scopes(names) }
        draft.expiresInDays = try fields.read(\.days)
        try fields.end()
        return draft
    }

    private static func scopes(_ names: [String]) throws(DomainError) -> Set<DeviceKeyScope> {
        var scopes: Set<DeviceKeyScope> = []
        for name in names {
            guard let scope = DeviceKeyScope(rawValue: name) else {
                throw .invalid(
                    "scopes may hold \(DeviceKeyScope.allCases.map(\.rawValue).joined(separator: ", "))",
                    field: "scopes")
            }
            scopes.insert(scope)
        }
        return scopes
    }
}

/// Another name for a device key.
private struct DeviceKeyNameBody: InputBody {
    let label = Input<String>("label", .text())
}

/// A device key as its owner and admins see it, without its text.
struct DeviceKeyBody: ObjectBody {
    static let component: String? = "DeviceKey"
    static let fields = Fields<Self> {
        Field("id") { $0.listed.key.id }
        Field("label") { $0.listed.key.label }
        Field("scopes", .array(.choice(of: DeviceKeyScope.self))) { $0.listed.key.scopes.map(\.rawValue).sorted() }
        Field("usable") { $0.listed.isUsable }
        Field("createdAt") { $0.listed.key.createdAt }
        Field("expiresAt") { $0.listed.key.expiresAt }
        Field("lastUsedAt") { $0.listed.key.lastUse?.at }
        Field("lastClient") { $0.listed.key.lastUse?.client }
        Field("lastAddress") { $0.listed.key.lastUse?.address }
        Field("products") { $0.listed.products.isEmpty ? nil : $0.listed.products.map(TokenProductBody.init) }
    }

    let listed: ListedDeviceKey
}

/// A new device key with its text, which is shown only once.
struct IssuedDeviceKeyBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("key") { DeviceKeyBody(listed: ListedDeviceKey(key: $0.issued.key, isUsable: true)) }
        Field("server") { $0.server }
        Field("username") { $0.issued.username }
        Field("text") { $0.issued.text }
        Field("qrCode") { $0.qrCode }
    }

    let issued: IssuedDeviceKey
    let server: String
    let qrCode: String?
}
