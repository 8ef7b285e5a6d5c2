/// What a surface knows about where a sign-in comes from.
package struct Browser: Sendable {
    /// The client's IP address; a proxy's word counts only where the surface trusts it.
    package let address: String
    /// Like `Firefox on Linux`; see `ClientName`.
    package let client: String
    /// The device cookie's value, as it came.
    package let deviceCookie: String?
    /// The session that the browser has already; it ends when another begins.
    package let sessionToken: String?

    package init(address: String, client: String, deviceCookie: String? = nil, sessionToken: String? = nil) {
        self.address = address
        self.client = client
        self.deviceCookie = deviceCookie
        self.sessionToken = sessionToken
    }
}
