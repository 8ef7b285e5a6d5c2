package import Accounts
package import HTTPSupport
package import Hummingbird
import Primitives

/// Device keys for remote clients: the caller's own, and every user's for admins.
package struct DeviceKeyRoutes: Sendable {
    /// Another name for a device key.
    private static let label = Input<String>("label", .text())

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

    @TableBuilder<Endpoint> private var own: [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/device-keys", .requires(.manageOwnAccount), tag: "me", "The caller's device keys",
            reply: ListBody<DeviceKeyBody>.self
        ) { _, context in ListBody(try await keys.list(as: context.caller()).map(DeviceKeyBody.init)) }
        Endpoint(
            .post, "/api/v1/me/device-keys", .requiresConfirmed(.manageOwnAccount), tag: "me",
            "Create a key for a remote client; its text is shown only once. Without scopes it may read, write and stream. qrCode: an SVG of server, username and text, one per line",
            credentials: true, body: DeviceKeyDraftBody().schema, reply: IssuedDeviceKeyBody.self, status: .created,
            capacity: 16 * 1024, handler: create)
        Endpoint(
            .delete, "/api/v1/me/device-keys", .requires(.manageOwnAccount), tag: "me", "Revoke all device keys",
            credentials: true
        ) { _, context in try await keys.revokeAll(as: context.caller()) }
        Endpoint(
            .patch, "/api/v1/me/device-keys/{id}", .requires(.manageOwnAccount), tag: "me", "Rename a device key",
            credentials: true, body: Self.label.schema, reply: DeviceKeyBody.self
        ) { request, context in
            let label = try await request.read(Self.label)
            return DeviceKeyBody(listed: try await keys.rename(context.id("id"), to: label, as: context.caller()))
        }
        Endpoint(
            .delete, "/api/v1/me/device-keys/{id}", .requires(.manageOwnAccount), tag: "me",
            "Revoke a device key and the accounts that were made with it", credentials: true,
            parameters: [RetainedProducts.parameter]
        ) { request, context in
            let keeps = try request.choice("keep", of: RetainedProducts.self) == .accounts
            try await keys.revoke(context.id("id"), keepingAccounts: keeps, as: context.caller())
        }
    }

    @TableBuilder<Endpoint> private var others: [Endpoint] {
        Endpoint(
            .get, "/api/v1/users/{id}/device-keys", .requires(.manageUsers), tag: "users", "A user's device keys",
            reply: ListBody<DeviceKeyBody>.self
        ) { _, context in
            ListBody(try await keys.list(of: context.id("id"), as: context.caller()).map(DeviceKeyBody.init))
        }
        Endpoint(
            .delete, "/api/v1/users/{id}/device-keys", .requiresConfirmed(.manageUsers), tag: "users",
            "Revoke all device keys of a user", credentials: true
        ) { _, context in try await keys.revokeAll(of: context.id("id"), as: context.caller()) }
        Endpoint(
            .delete, "/api/v1/users/{id}/device-keys/{key}", .requiresConfirmed(.manageUsers), tag: "users",
            "Revoke a device key of a user", credentials: true
        ) { _, context in try await keys.revoke(context.id("key"), of: context.id("id"), as: context.caller()) }
    }

    private func create(_ request: Request, _ context: GatewayContext) async throws -> IssuedDeviceKeyBody {
        let draft = try await DeviceKeyDraftBody().read(request)
        let issued = try await keys.create(draft, as: context.caller())
        let server = origin(request)
        let login = [server, issued.username, issued.text].joined(separator: "\n")
        return IssuedDeviceKeyBody(issued: issued, server: server, qrCode: qrCode(login))
    }
}

/// A new device key.
private struct DeviceKeyDraftBody: InputBody {
    let label = Input<String>("label", .text())
    let scopes = Input<[String]?>(
        "scopes", .texts(upTo: DeviceKeyScope.allCases.count, as: .choice(of: DeviceKeyScope.self)))
    let days = Input<Int?>("expiresInDays", .integer(in: 1...3650))

    func read(_ request: Request) async throws -> DeviceKeyDraft {
        try await request.read(self) { fields in
            var draft = DeviceKeyDraft(label: try fields.read(\.label))
            if let names = try fields.read(\.scopes) { draft.scopes = try Self.scopes(names) }
            draft.expiresInDays = try fields.read(\.days)
            return draft
        }
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
