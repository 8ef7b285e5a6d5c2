package import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird

/// What anybody may know about the gateway.
package struct ServerRoutes: Sendable {
    private let setup: SetupService
    private let rules: PasswordRules
    private let version: String

    package init(setup: SetupService, rules: PasswordRules, version: String) {
        self.setup = setup
        self.rules = rules
        self.version = version
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/health", .anyone, tag: "server", "Whether the gateway answers",
                reply: .json(.ok, .object(required: [("status", .text)], optional: [])), handler: health),
            Endpoint(
                .get, "/api/v1/server", .anyone, tag: "server", "Name, version and what a sign-in page needs to know",
                reply: .json(
                    .ok,
                    .object(
                        required: [
                            ("name", .text), ("version", .text), ("setupRequired", .flag),
                            ("passwordMinLength", .integer),
                            ("passwordMaxLength", .integer),
                        ], optional: [])), handler: show),
        ]
    }

    @Sendable private func health(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(HealthBody())
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ServerBody(version: version, setupRequired: try await setup.isRequired(), rules: rules))
    }
}

private struct HealthBody: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { $0.field("status", "ok") }
    }
}

private struct ServerBody: JSONWritable {
    let version: String
    let setupRequired: Bool
    let rules: PasswordRules

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", "Rondo")
            json.field("version", version)
            json.field("setupRequired", setupRequired)
            json.field("passwordMinLength", rules.minimumLength)
            json.field("passwordMaxLength", PasswordRules.maximumLength)
        }
    }
}
