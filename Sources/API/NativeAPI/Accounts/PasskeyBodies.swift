package import Accounts
import HTTPSupport
import Hummingbird
import Primitives

/// A new passkey: a name, and the browser's response to `PasskeyCreation`.
struct PasskeyDraftBody: InputBody {
    let token = Input<String>("token", .token)
    let label = Input<String>("label", .text())
    let clientData = Input<[UInt8]>("clientData", .bytes(upTo: 4096))
    let attestation = Input<[UInt8]>("attestation", .bytes(upTo: 65_536))

    func read(_ request: Request) async throws -> PasskeyDraft {
        try await request.read(self, upTo: 128 * 1024) { fields in
            try PasskeyDraft(
                token: fields.read(\.token), label: fields.read(\.label), clientData: fields.read(\.clientData),
                attestation: fields.read(\.attestation))
        }
    }
}

/// The browser's response to `PasskeyRequest`.
struct PasskeyAssertionBody: InputBody {
    let token = Input<String>("token", .token)
    let credential = Input<[UInt8]>("credential", .bytes(upTo: 1023))
    let clientData = Input<[UInt8]>("clientData", .bytes(upTo: 4096))
    let authenticatorData = Input<[UInt8]>("authenticatorData", .bytes(upTo: 8192))
    let signature = Input<[UInt8]>("signature", .bytes(upTo: 1024))
    let userHandle = Input<[UInt8]?>("userHandle", .bytes(upTo: 64))

    func read(_ request: Request) async throws -> PasskeyAssertion {
        try await request.read(self, upTo: 32 * 1024) { fields in
            try PasskeyAssertion(
                token: fields.read(\.token), credential: fields.read(\.credential),
                clientData: fields.read(\.clientData), authenticatorData: fields.read(\.authenticatorData),
                signature: fields.read(\.signature), userHandle: fields.read(\.userHandle))
        }
    }
}

/// A passkey as its owner sees it.
extension Passkey: ObjectBody {
    package static let component: String? = "Passkey"
    package static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("label") { $0.label }
        Field("site") { $0.site }
        Field("backedUp") { $0.isBackedUp }
        Field("createdAt") { $0.createdAt }
        Field("lastUsedAt") { $0.lastUsedAt }
    }
}

/// The facts from which a browser makes `PublicKeyCredentialCreationOptions`; bytes are base64url.
extension PasskeyCreation: ObjectBody {
    package static let fields = Fields<Self> {
        Field("token") { $0.token }
        Field("challenge") { Base64URL.encode($0.challenge) }
        Field("rpId") { $0.site.id }
        Field("userId") { Base64URL.encode($0.userHandle) }
        Field("username") { $0.user.username.text }
        Field("displayName") { $0.user.displayName }
        Field("algorithms") { _ in PasskeyAlgorithm.allCases.map { Int($0.rawValue) } }
        Field("excluded") { $0.excluded.map(Base64URL.encode) }
        Field("timeoutMs") { $0.timeout.wholeMilliseconds }
    }
}

/// The facts from which a browser makes `PublicKeyCredentialRequestOptions`; bytes are base64url.
extension PasskeyRequest: ObjectBody {
    package static let fields = Fields<Self> {
        Field("token") { $0.token }
        Field("challenge") { Base64URL.encode($0.challenge) }
        Field("rpId") { $0.site.id }
        Field("allowed") { $0.allowed.map(Base64URL.encode) }
        Field("timeoutMs") { $0.timeout.wholeMilliseconds }
    }
}
