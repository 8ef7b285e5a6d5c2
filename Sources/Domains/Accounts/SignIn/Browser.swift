import Foundation
import Journal
import Primitives

/// The facts about a sign-in's origin that a surface knows.
package struct Browser: Sendable {
    /// The client's IP address. An address from a proxy counts only if the surface trusts the proxy.
    package let address: String
    /// Like `Firefox on Linux`; see `ClientName`.
    package let client: String
    /// The device cookie's value, as received.
    package let deviceCookie: String?
    /// The browser's present session, which ends when another begins.
    package let sessionToken: String?

    package init(address: String, client: String, deviceCookie: String? = nil, sessionToken: String? = nil) {
        self.address = address
        self.client = client
        self.deviceCookie = deviceCookie
        self.sessionToken = sessionToken
    }

    /// The user, who acts from this address; nil for a stranger.
    func actor(_ user: ID<Person>?) -> JournalEntry.Actor {
        JournalEntry.Actor(user: user, origin: address)
    }
}

/// Names for clients by their `User-Agent` field, so that users recognize their devices in a list.
package enum ClientName {
    /// `Firefox on Linux`, the first product in the field for a program, or `Unknown client`.
    package static func describe(userAgent: String?) -> String {
        guard let agent = userAgent.map({ VisibleText.clean($0, maximum: 500) }), !agent.isEmpty else {
            return "Unknown client"
        }
        let browser = browsers.first { agent.contains($0.mark) }?.name
        let system = systems.first { agent.contains($0.mark) }?.name
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let browser?, nil): return browser
        default:
            let product = agent.prefix { $0 != " " && $0 != "/" }
            return product.isEmpty ? "Unknown client" : String(product.prefix(100))
        }
    }

    /// In the order in which they must be tried, because most browsers also name others.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("HeadlessChrome/", "Chrome"),
        ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
}
