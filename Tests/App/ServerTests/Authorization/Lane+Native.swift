import Foundation
import HTTPSupport
import HTTPTypes
import Primitives
import Support

/// The walk over the rows of the native API.
extension Lane {
    func walk(_ row: Endpoint, as askers: [Asker]) async throws {
        if row.pathParameters.contains(where: { Resource.inPath(row.path, $0) == .download }) {
            try await chooseDownloads()
        }
        for asker in askers where !asker.isUnconfirmed || row.isConfirmed {
            // Replies about others' things must equal replies about missing things.
            var hidden: [String: Set<String>] = [:]
            for trial in try trials(row, asker) {
                let path = trial.path
                let answer = try await gateway.send(row.method, path, trial.fields, body: trial.bytes)
                let isRefused = answer.status >= 400
                let failure = try await verdict(
                    answer, isRefused: isRefused, trial.expectation, of: asker,
                    touchesAccounts: row.path.hasPrefix("/api/v1/users"))
                let isOwn = trial.isOwn
                note(row.name, failure.map { "\(row.name) by \(asker.name), \(trial.name) (\(path)): \($0)" })
                if trial.isAdmitted, !isRefused { noteSuccess(row.name) }
                if let parameter = trial.hidden { hidden[parameter, default: []].insert(Self.shown(answer)) }
                if isOwn, isRefused { noteRefusal(row.name, "\(asker.name): \(Self.shown(answer).prefix(200))") }
            }
            for (parameter, answers) in hidden {
                note(
                    row.name,
                    answers.count <= 1
                        ? nil
                        : "\(row.name) by \(asker.name): another's {\(parameter)} can be told from none: \(answers)")
            }
        }
    }

    struct Trial {
        let name: String
        let path: String
        let fields: HTTPFields
        let bytes: [UInt8]?
        let expectation: Expectation
        /// Whether all its ids are the caller's own and the row admits the caller.
        let isOwn: Bool
        let isAdmitted: Bool
        /// The parameter whose thing must look missing to the caller, because it is another user's or does not exist.
        let hidden: String?
    }

    private static func shown(_ answer: HTTPReply) -> String {
        "\(answer.status) \(answer.text)"
    }

    /// Every request that one caller makes to one row: with its own ids, and with each id replaced by one of each other
    /// kind.
    private func trials(_ row: Endpoint, _ asker: Asker) throws -> [Trial] {
        let refusal = refusal(of: asker, by: row)
        var trials: [Trial] = []
        let parameters = row.pathParameters
        func add(
            _ name: String, _ kinds: [String: IDKind], body kind: IDKind, extra: Bool = false,
            _ expectation: Expectation?
        ) throws {
            let (fields, bytes, _) = try content(row, asker, body: kind, extra: extra)
            let isOwn = expectation == nil
            let expectation =
                refusal.map { .refused($0) } ?? expectation
                ?? .admitted(mayChange: WalkExceptions.changesByReading.contains(row.name) || row.changes)
            let hidden =
                refusal == nil && expectation.hides && !kinds.isEmpty && kinds.values.allSatisfy { $0 != .malformed }
                ? kinds.keys.first : nil
            trials.append(
                Trial(
                    name: name, path: path(of: row, asker, kinds), fields: fields, bytes: bytes,
                    expectation: expectation, isOwn: isOwn && refusal == nil && !extra,
                    isAdmitted: expectation.isAdmission && refusal == nil && !extra, hidden: hidden))
        }
        try add("own", [:], body: .own, nil)
        for parameter in parameters {
            guard let resource = Resource.inPath(row.path, parameter) else {
                note(row.name, "\(row.name): nobody says what {\(parameter)} stands for, see Resource.inPath")
                continue
            }
            for kind in [IDKind.other, .missing, .malformed] {
                try add("\(kind) \(parameter)", [parameter: kind], body: .own, expectation(row, resource, kind, asker))
            }
        }
        if row.body != nil {
            let named = try content(row, asker, body: .own, extra: false).named
            if !named.isEmpty {
                for kind in [IDKind.other, .missing, .malformed] {
                    try add("\(kind) in the body", [:], body: kind, bodyExpectation(row, kind, asker, named))
                }
            }
            try add("more than the row takes", [:], body: .own, extra: true, nil)
        }
        return trials
    }

    /// The statuses that a request may get, whatever it names. Nil where it is allowed.
    private func refusal(of asker: Asker, by row: Endpoint) -> Set<Int>? {
        // These rows ignore account credentials.
        if row.access == .byHandler { return nil }
        switch asker.proof {
        case .deviceKey: return [401]
        case .share where !row.path.hasPrefix("/share/"): return [401]
        default: break
        }
        guard let permission = row.access.permission else { return nil }
        guard asker.account != nil else { return [401] }
        guard asker.role.permissions.contains(permission) else { return [403] }
        if row.isConfirmed, asker.isUnconfirmed { return [403] }
        if case .token(_, let made) = asker.proof {
            if let made, !scopes.admits(made, to: row) { return [403] }
            if WalkExceptions.neverByToken.contains(row.name) { return [400, 403] }
        }
        return nil
    }

    private func expectation(
        _ row: Endpoint, _ resource: Resource, _ kind: IDKind, _ asker: Asker
    ) -> Expectation? {
        let changes = row.changes || WalkExceptions.changesByReading.contains(row.name)
        let exception = WalkExceptions.byRow[row.name]
        switch kind {
        case .own: return nil
        case .malformed: return resource.reach == .value ? .ineffective : .refused([400, 404])
        case .missing:
            if resource.reach == .value || exception?.kinds.contains(.missing) == true { return .ineffective }
            return .refused([404])
        case .other:
            if let exception, exception.kinds.contains(.other), asker.role >= exception.from {
                return .admitted(mayChange: changes, theirs: true)
            }
            switch resource.reach {
            case .owner: return .refused([404])
            case .library: return asker.account == .admin ? .admitted(mayChange: changes) : .refused([404])
            case .everybody: return changes ? .refused([403, 404, 409]) : .admitted(mayChange: false)
            case .permission: return .admitted(mayChange: changes)
            case .value: return .admitted(mayChange: changes)
            }
        }
    }

    private func bodyExpectation(
        _ row: Endpoint, _ kind: IDKind, _ asker: Asker, _ named: [Resource]
    ) -> Expectation {
        if WalkExceptions.byRow[row.name]?.body.contains(kind) == true { return .admitted(mayChange: true) }
        let isThere = named.allSatisfy { resource in
            switch resource.reach {
            case .everybody, .permission, .value: true
            case .library: asker.account == .admin
            case .owner: false
            }
        }
        return kind == .other && isThere ? .admitted(mayChange: true) : .ineffective
    }

    private func path(of row: Endpoint, _ asker: Asker, _ kinds: [String: IDKind]) -> String {
        var path = row.path
        for parameter in row.pathParameters {
            guard let resource = Resource.inPath(row.path, parameter) else { continue }
            let isOfUser = row.path.hasPrefix("/api/v1/users/{id}/") && parameter != "id"
            // Paths below an account name things of that account: see `WalkExceptions`.
            let account: Account? = isOfUser || row.path.hasPrefix("/api/v1/users/{id}") ? nil : asker.account
            var id = belongings.id(resource, kinds[parameter] ?? .own, for: isOfUser ? .listener : account)
            if isOfUser, parameter != "id", kinds[parameter] == nil || kinds[parameter] == .own {
                id = belongings.id(resource, .own, for: .listener)
            }
            if row.path.hasPrefix("/api/v1/users/{id}/"), row.pathParameters.count > 1, parameter == "id",
                kinds["id"] == nil
            {
                id = belongings.id(.person, .own, for: .listener)
            }
            path = path.replacingOccurrences(of: "{\(parameter)}", with: id)
        }
        return path + (WalkExceptions.queries[row.name] ?? "")
    }

    private func content(
        _ row: Endpoint, _ asker: Asker, body kind: IDKind, extra: Bool
    ) throws -> (fields: HTTPFields, bytes: [UInt8]?, named: [Resource]) {
        var fields = asker.fields(isShare: row.path.hasPrefix("/share/"))
        let lookup = NativeFixtures.Lookup { [belongings] in belongings.id($0, kind, for: asker.account) }
        var content = fixtures.upload(row) ?? .nothing
        if var members = fixtures.body(row, lookup) {
            if extra {
                guard case .object(let required, let optional)? = row.body else { return (fields, nil, []) }
                let known = Set((required + optional).map(\.0))
                for (name, value) in NativeFixtures.forbidden(stranger) where !known.contains(name) {
                    members[name] = value
                }
            }
            content = try .json(members)
        }
        for field in content.fields { fields[field.name] = field.value }
        if row.tag == "submissions", row.path.hasPrefix("/api/v1/uploads") { fields[.tusResumable] = "1.0.0" }
        return (fields, content.bytes, lookup.named)
    }
}

extension Endpoint {
    var changes: Bool { method != .get && method != .head }

    var isConfirmed: Bool {
        if case .requiresConfirmed = access { true } else { false }
    }
}
