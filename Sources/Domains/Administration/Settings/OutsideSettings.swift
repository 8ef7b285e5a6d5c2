package import Primitives

/// The outside catalog that the search asks beside the library.
package struct OutsideSettings: Sendable, Equatable {
    package var isOn = false
    /// The address before the paths of the service.
    package var url = "https://itunes.apple.com"
    /// The ISO 3166 code of the shop.
    package var country = "US"

    init(stored: [String: String] = [:]) {
        isOn = stored["outside"] == "true"
        if let url = stored["outside.url"] { self.url = url }
        if let country = stored["outside.country"] { self.country = country }
    }

    var stored: [String: String] {
        ["outside": "\(isOn)", "outside.url": url, "outside.country": country]
    }
}

/// An admin's changes to it; nil leaves a setting as it is.
package struct OutsideSettingsChange: Sendable {
    package var isOn: Bool?
    package var url: String?
    package var country: String?

    package init(isOn: Bool? = nil, url: String? = nil, country: String? = nil) {
        self.isOn = isOn
        self.url = url
        self.country = country
    }

    /// Throws `invalid` with the field.
    func apply(to settings: inout OutsideSettings) throws(DomainError) {
        if let isOn { settings.isOn = isOn }
        if let url {
            settings.url = try ServiceBase.text(
                url, without: ["/", "/search", "/lookup"], like: "https://itunes.apple.com", field: "outsideURL")
        }
        if let country {
            let code = country.uppercased()
            guard code.utf8.count == 2, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
                throw .invalid("A country has two letters, like US (ISO 3166)", field: "outsideCountry")
            }
            settings.country = code
        }
    }
}

/// The address of a service before its paths.
enum ServiceBase {
    /// The address in the form in which it is stored. Throws `invalid` with the field.
    ///
    /// - Parameters:
    ///   - endings: paths of the service that are left out where an admin has entered them.
    ///   - example: an address for the sentence that asks for another.
    static func text(
        _ text: String, without endings: [String], like example: String, field: String
    ) throws(DomainError) -> String {
        let isPlain = !text.contains("?") && !text.contains("#")
        guard isPlain, let address = try? LinkAddress(text) else {
            throw .invalid("Enter an address like \(example)", field: field)
        }
        var base = address.text
        while let ending = endings.first(where: { base.hasSuffix($0) }) { base.removeLast(ending.count) }
        return base
    }
}
