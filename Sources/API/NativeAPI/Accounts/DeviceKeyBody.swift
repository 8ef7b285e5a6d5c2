import Accounts
import HTTPSupport
import Primitives

/// A device key as its person and admins see it: never its text.
struct DeviceKeyBody: JSONWritable {
    let listed: ListedDeviceKey

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", listed.key.id.rawValue)
            json.field("label", listed.key.label)
            json.field("scopes", listed.key.scopes.map(\.rawValue).sorted())
            json.field("usable", listed.isUsable)
            json.field("createdAt", listed.key.createdAt)
            json.field("expiresAt", listed.key.expiresAt)
            json.field("lastUsedAt", listed.key.lastUse?.at)
            json.field("lastClient", listed.key.lastUse?.client)
            json.field("lastAddress", listed.key.lastUse?.address)
            guard !listed.products.isEmpty else { return }
            json.key("products")
            json.array(listed.products) { json, product in TokenProductBody(product: product).write(to: &json) }
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("label", .text), ("scopes", .array(.choice(DeviceKeyScope.allCases.map(\.rawValue)))),
            ("usable", .flag), ("createdAt", .instant),
        ],
        optional: [
            ("expiresAt", .instant), ("lastUsedAt", .instant), ("lastClient", .text), ("lastAddress", .text),
            ("products", .array(.named("TokenProduct"))),
        ])
}
