import Foundation

/// Words for a `User-Agent` field, so that people recognise their devices in a list.
package enum ClientName {
    /// `Firefox on Linux`, or the field's first product for a program, or `Unknown client`.
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

    /// In the order in which they must be tried: most claim to be others too.
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
