package import Primitives

/// Another server that lyrics are looked up at. The admin's order is that of the list; the first one that has the words
/// of a song is the one whose words are stored.
package struct LyricsProvider: Sendable, Equatable {
    /// The service whose requests and replies the server speaks. Another Rondo speaks both.
    package enum Kind: String, Sendable, CaseIterable {
        case lrclib, musixmatch

        /// The days that lyrics may be stored where the admin says nothing: LRCLIB's are free, Musixmatch's license has
        /// to be asked for.
        var storageDays: Int? { self == .lrclib ? nil : 1 }
    }

    package static let most = 10
    package static let nameLimit = 60
    package static let storageDays: ClosedRange<Int64> = 1...3650

    package let id: ID<LyricsProvider>
    package let kind: Kind
    package var name: String
    /// The address before the paths of the service, as `LyricsProviderClient.base` returns it.
    package var base: String
    /// The key for the service, sealed for `id`; nil for none.
    package var sealedKey: [UInt8]?
    package var isEnabled: Bool
    /// The days for which the license lets lyrics be stored; nil for ever.
    package var storageDays: Int?
    package var changedAt: Timestamp

    package init(
        id: ID<LyricsProvider>, kind: Kind, name: String, base: String, sealedKey: [UInt8]? = nil,
        isEnabled: Bool = false, storageDays: Int? = nil, changedAt: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.base = base
        self.sealedKey = sealedKey
        self.isEnabled = isEnabled
        self.storageDays = storageDays
        self.changedAt = changedAt
    }
}

extension [LyricsProvider] {
    var enabled: [LyricsProvider] { filter(\.isEnabled) }

    /// A short name of the enabled providers as they are set up now, and of the country. A miss of another set says
    /// nothing about this one.
    func stamp(in country: String?) -> String {
        let parts = enabled.map { "\($0.id)@\($0.changedAt.milliseconds)" }.sorted() + [country ?? ""]
        return String(StableHash(parts.joined(separator: "\n")).value, radix: 16)
    }
}

/// A new provider, or changes of one; nil leaves a part as it is.
package struct LyricsProviderChange: Sendable {
    package var name: String?
    package var base: String?
    /// The inner nil removes the key.
    package var key: String??
    package var isEnabled: Bool?
    /// The inner nil is for ever.
    package var storageDays: Int??

    package init(
        name: String? = nil, base: String? = nil, key: String?? = nil, isEnabled: Bool? = nil, storageDays: Int?? = nil
    ) {
        self.name = name
        self.base = base
        self.key = key
        self.isEnabled = isEnabled
        self.storageDays = storageDays
    }

    /// Refuses a name and a key that are too long or not visible.
    func check() throws(DomainError) {
        if let name {
            let isVisible = name.contains { !$0.isWhitespace } && !name.contains { $0.isNewline }
            let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard isVisible, isPlain, name.count <= LyricsProvider.nameLimit else {
                throw .invalid("A name has 1 to \(LyricsProvider.nameLimit) characters", field: "name")
            }
        }
        if let key = key ?? nil { try ServiceKey.check(key) }
    }
}
