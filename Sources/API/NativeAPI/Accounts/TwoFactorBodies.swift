import Accounts
import HTTPSupport
import Primitives

/// The password and a code of the second factor.
struct PasswordCodeBody: InputBody {
    let password = Input<String>("password", .password)
    let code = Input<String>("code", .code)
}

/// The token of a sign-in's first step, and a code.
struct TokenCodeBody: InputBody {
    let token = Input<String>("token", .token)
    let code = Input<String>("code", .code)
}

extension InputKind where Value == String {
    static var code: Self { .text(upTo: 64) }
}

/// The second step that a sign-in needs beside the password.
struct SignInStepBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("step", .choice(["two_factor", "two_factor_setup"])) {
            $0.step.kind == .setup ? "two_factor_setup" : "two_factor"
        }
        Field("methods", .array(.choice(of: SignInStep.Method.self))) { $0.step.kind.methods.map(\.rawValue) }
        Field("token") { $0.step.token }
        Field("expiresAt") { $0.step.expiresAt }
    }

    let step: SignInStep
}

/// A new secret, as text and as a picture to scan.
struct EnrollmentBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("secret") { $0.enrollment.text }
        Field("address") { $0.address }
        Field("qrCode") { $0.qrCode }
    }

    let enrollment: TwoFactorEnrollment
    let address: String
    let qrCode: String?
}

struct RecoveryCodesBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("recoveryCodes") { $0.codes }
    }

    let codes: [String]
}

/// A user who has set up a second factor while signing in.
struct EnrolledBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("me") { $0.me }
        Field("recoveryCodes") { $0.codes }
    }

    let me: MeBody
    let codes: [String]
}

struct TwoFactorStateBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.state.enabledAt != nil }
        Field("required") { $0.state.isRequired }
        Field("enabledAt") { $0.state.enabledAt }
        Field("recoveryCodesLeft") { $0.state.recoveryCodesLeft }
    }

    let state: TwoFactorState
}

struct TwoFactorRolesBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("roles", .array(.choice(Role.assignable.map(\.rawValue)))) { $0.roles.map(\.rawValue).sorted() }
    }

    let roles: Set<Role>
}
