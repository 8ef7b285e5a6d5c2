import Accounts
import HTTPSupport

/// Reads the credentials of a request, and refuses combinations that the protocol forbids before any account is looked
/// up.
enum CredentialParameters {
    /// Throws 43 for two kinds of credentials at once, 10 for none or half of one.
    ///
    /// - Parameter takesPictureProof: whether a signature in the address may prove access to the picture of its `id`.
    static func credential(
        _ parameters: RequestParameters, takesPictureProof: Bool
    ) throws(SubsonicFailure) -> DeviceCredential {
        func parameter(_ name: String) throws(SubsonicFailure) -> String? {
            guard let text = parameters.first(name) else { return nil }
            guard text.utf8.count <= 2048 else { throw .malformed(name, "at most 2048 bytes") }
            return text
        }
        let (key, user) = (try parameter("apiKey"), try parameter("u"))
        let (password, token, salt) = (try parameter("p"), try parameter("t"), try parameter("s"))
        if let key {
            guard user == nil, password == nil, token == nil, salt == nil else {
                throw SubsonicFailure(.conflictingCredentials, "apiKey stands alone, without u, p, t and s")
            }
            guard !key.isEmpty else { throw .missing("apiKey") }
            return .apiKey(key)
        }
        if takesPictureProof, user == nil, let proof = try parameter("proof") {
            return .picture(proof: proof, subject: try parameter("id") ?? "")
        }
        guard password == nil || token == nil else {
            throw SubsonicFailure(.conflictingCredentials, "Give either p or t and s")
        }
        guard let user, !user.isEmpty else { throw .missing(password == nil && token == nil ? "apiKey or u" : "u") }
        if let password { return .password(username: user, password: decoded(password)) }
        guard let token else { throw .missing("p, or t and s") }
        guard let salt else { throw .missing("s") }
        return .token(username: user, token: token, salt: salt)
    }

    /// Decodes `enc:` followed by the hexadecimal digits of UTF-8; any other text is the password itself.
    static func decoded(_ password: String) -> String {
        guard password.hasPrefix("enc:") else { return password }
        let digits = password.utf8.dropFirst(4).map(RequestParameters.digit)
        guard digits.count.isMultiple(of: 2), !digits.isEmpty, digits.allSatisfy({ $0 != nil }) else { return password }
        let values = digits.compactMap(\.self)
        let bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        return String(validating: bytes, as: UTF8.self) ?? password
    }
}
