package import HTTPTypes

/// The fields that keep browsers from harm, in every answer of every surface and of the connection itself.
package enum SecurityFields {
    package static let all: HTTPFields = {
        var fields = plain
        if let name = HTTPField.Name("Strict-Transport-Security") { fields[name] = "max-age=63072000" }
        return fields
    }()

    /// For answers without TLS, which must not ask for it (RFC 6797 §7.2).
    package static let plain: HTTPFields = {
        var fields = HTTPFields()
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)"),
            // What is no page of the web client runs nothing, whatever its bytes look like to a browser.
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()
}
