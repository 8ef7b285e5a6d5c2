import Crypto
import Primitives

/// The parameters of a call of Last.fm's API, signed by the shared secret (last.fm/api/authspec, §8).
struct LastFMParameters {
    private var values: [(name: String, value: String)]

    init(_ method: String, key: String) {
        values = [("method", method), ("api_key", key)]
    }

    /// An absent or empty value is left out.
    mutating func set(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        values.append((name, value))
    }

    /// MD5, as the specification says, of all parameters in the order of their names and of the secret.
    static func signature(_ values: [(name: String, value: String)], secret: String) -> String {
        // By bytes: `artist[10]` comes before `artist[1]`, as `0` does before `]`.
        let sorted = values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let text = sorted.map { $0.name + $0.value }.joined() + secret
        return Insecure.MD5.hash(data: Array(text.utf8)).hex
    }

    /// In the order of the names, so that a call has the same bytes each time. `format` is not signed.
    func form(secret: String) -> RequestBody {
        let sorted = values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return .form(sorted + [("api_sig", Self.signature(values, secret: secret)), ("format", "json")])
    }
}
