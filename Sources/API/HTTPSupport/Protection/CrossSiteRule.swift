import HTTPTypes
import Hummingbird
import Primitives

/// Refuses state-changing requests that a page of another site can make a browser send (OWASP: Fetch Metadata with Origin fallback).
enum CrossSiteRule {
    /// - Parameter carriesCookie: whether the request is signed in by cookie. Without one there is nothing to abuse but sign-in itself,
    ///   so a client that is no browser and sends neither field is let through.
    static func check(_ request: Request, carriesCookie: Bool) throws(DomainError) {
        let refusal = DomainError(
            .forbidden,
            "This request came from another site, or does not say where it came from: send Origin, or use a bearer token",
            reason: "cross_site")
        let (site, origin) = (request.headers[.secFetchSite], request.headers[.origin])
        if let site, site != "same-origin", site != "none" { throw refusal }
        if let origin {
            guard let authority = request.head.authority, origin.lowercased() == "https://" + authority.lowercased()
            else { throw refusal }
        }
        if site == nil, origin == nil, carriesCookie { throw refusal }
    }
}

extension HTTPField.Name {
    static var secFetchSite: Self { secFetchSiteName }
    private static let secFetchSiteName = Self("Sec-Fetch-Site") ?? .origin
}
