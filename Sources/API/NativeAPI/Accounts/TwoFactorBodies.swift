package import Accounts
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
extension SignInStep: ObjectBody {
    package static let fields = Fields<Self> {
        Field("step", .choice(["two_factor", "two_factor_setup"])) {
            $0.kind == .setup ? "two_factor_setup" : "two_factor"
        }
        Field("methods", .array(.choice(of: SignInStep.Method.self))) { $0.kind.methods.map(\.rawValue) }
        Field("token") { $0.token }
        Field("expiresAt") { $0.expiresAt }
    }
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

extension TwoFactorState: ObjectBody {
    package static let fields = Fields<Self> {
        Field("enabled") { $0.enabledAt != nil }
        Field("required") { $0.isRequired }
        Field("enabledAt") { $0.enabledAt }
        Field("recoveryCodesLeft") { $0.recoveryCodesLeft }
    }
}

struct TwoFactorRolesBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("roles", .array(.choice(Role.assignable.map(\.rawValue)))) { $0.roles.map(\.rawValue).sorted() }
    }

    let roles: Set<Role>
}
