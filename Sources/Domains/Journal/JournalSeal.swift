import Crypto
package import Primitives

/// A hash of 32 bytes over a journal row and everything before it. To change, remove or add a row one has to change the
/// seals of all later rows too, and those are in exports and backups by then.
///
/// A seal is the SHA-256 of `rondo journal 1` and a line feed, the seal of the row before (32 zeros before the first),
/// the row's number and time as big-endian 64-bit integers, and its texts in the order of `JournalRow`. Each text is a
/// 1, its length in bytes as such an integer and its UTF-8; a missing text is a 0.
package struct JournalSeal: Hashable, Sendable {
    package static let length = 32
    /// The seal before the first row.
    package static let start = JournalSeal(checked: [UInt8](repeating: 0, count: length))

    package let bytes: [UInt8]

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Nil unless `hex` is 64 hexadecimal digits.
    package init?(hex: String) {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 2 * Self.length, hex.utf8.count == digits.count else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    package var hex: String { bytes.hex }

    /// The seal of `row`. This one is the seal of the row before.
    package func next(_ row: JournalRow) -> JournalSeal {
        var hash = SHA256()
        hash.update(data: Array("rondo journal 1\n".utf8))
        hash.update(data: bytes)
        hash.update(data: Self.bytes(of: row.number))
        hash.update(data: Self.bytes(of: row.at))
        for text in [row.id, row.actor, row.origin, row.action, row.subjectKind, row.subjectID, row.details] {
            guard let text else {
                hash.update(data: [0])
                continue
            }
            let utf8 = Array(text.utf8)
            hash.update(data: [1] + Self.bytes(of: Int64(utf8.count)))
            hash.update(data: utf8)
        }
        return JournalSeal(checked: Array(hash.finalize()))
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

/// A row of the journal exactly as it is stored. Its seal is computed from it.
package struct JournalRow: Sendable, Equatable {
    /// Counts from 1, without gaps.
    package let number: Int64
    package let id: String
    /// Milliseconds since 1970.
    package let at: Int64
    package let actor: String?
    package let origin: String
    package let action: String
    package let subjectKind: String?
    package let subjectID: String?
    /// A JSON object as text.
    package let details: String

    package init(
        number: Int64, id: String, at: Int64, actor: String?, origin: String, action: String, subjectKind: String?,
        subjectID: String?, details: String
    ) {
        self.number = number
        self.id = id
        self.at = at
        self.actor = actor
        self.origin = origin
        self.action = action
        self.subjectKind = subjectKind
        self.subjectID = subjectID
        self.details = details
    }

    /// - Parameter details: the entry's details as JSON.
    package init(_ entry: JournalEntry, number: Int64, details: String) {
        self.init(
            number: number, id: entry.id.rawValue, at: entry.at.milliseconds, actor: entry.actor.user?.rawValue,
            origin: entry.actor.origin, action: entry.action, subjectKind: entry.subject?.kind,
            subjectID: entry.subject?.id, details: details)
    }
}
