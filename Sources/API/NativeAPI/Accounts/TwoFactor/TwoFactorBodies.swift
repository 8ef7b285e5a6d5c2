import Accounts
import HTTPSupport
import Primitives

/// What a sign-in wants beside the password.
struct SignInStepBody: JSONWritable {
    let step: SignInStep

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("step", step.kind.rawValue)
            json.field("token", step.token)
            json.field("expiresAt", step.expiresAt)
        }
    }
}

/// A new secret, as text and as a picture to be scanned.
struct EnrolmentBody: JSONWritable {
    let enrolment: TwoFactorEnrolment
    let address: String
    let qrCode: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("secret", enrolment.text)
            json.field("address", address)
            json.field("qrCode", qrCode)
        }
    }

    static let schema = Schema.object(required: [("secret", .text), ("address", .text)], optional: [("qrCode", .text)])
}

struct RecoveryCodesBody: JSONWritable {
    let codes: [String]

    func write(to json: inout JSONWriter) {
        json.object { $0.field("recoveryCodes", codes) }
    }

    static let schema = Schema.object(required: [("recoveryCodes", .array(.text))], optional: [])
}

/// Somebody who has set a second factor up on the way in.
struct EnrolledBody: JSONWritable {
    let me: MeBody
    let codes: [String]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("me", me)
            json.field("recoveryCodes", codes)
        }
    }

    static let schema = Schema.object(required: [("me", .named("Me")), ("recoveryCodes", .array(.text))], optional: [])
}

struct TwoFactorStateBody: JSONWritable {
    let state: TwoFactorState

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("enabled", state.enabledAt != nil)
            json.field("required", state.isRequired)
            json.field("enabledAt", state.enabledAt)
            json.field("recoveryCodesLeft", state.recoveryCodesLeft)
        }
    }

    static let schema = Schema.object(
        required: [("enabled", .flag), ("required", .flag), ("recoveryCodesLeft", .integer)],
        optional: [("enabledAt", .instant)])
}

struct TwoFactorRolesBody: JSONWritable {
    let roles: Set<Role>

    func write(to json: inout JSONWriter) {
        json.object { $0.field("roles", roles.map(\.rawValue).sorted()) }
    }

    static let schema = Schema.object(
        required: [("roles", .array(.choice(Role.assignable.map(\.rawValue))))], optional: [])
}
