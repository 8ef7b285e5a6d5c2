/// One page of a list that is read by keyset: without an offset a deep page costs no more than the first one.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// The position of the next page; nil on the last page.
    package let next: Cursor?

    package init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }

    package func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), next: next)
    }
}

extension Page: Equatable where Item: Equatable {}

/// The page that a caller asks for.
package struct PageRequest: Sendable, Equatable {
    package static let maximumLimit = 500
    package let limit: Int
    package let cursor: Cursor?

    /// Throws `invalid` for a `limit` outside 1...500.
    package init(limit: Int = 50, cursor: Cursor? = nil) throws(DomainError) {
        guard (1...Self.maximumLimit).contains(limit) else {
            throw .invalid("limit must be between 1 and \(Self.maximumLimit)", field: "limit")
        }
        self.limit = limit
        self.cursor = cursor
    }

    /// The first `limit` items of a list, for callers that set the bound themselves.
    package static func first(_ limit: Int) -> PageRequest {
        PageRequest(bounded: min(max(limit, 1), maximumLimit))
    }

    private init(bounded limit: Int) {
        self.limit = limit
        cursor = nil
    }
}

/// The keyset position after which a page begins: the sort key values of the last item of the page before.
///
/// Its text form is opaque to clients: base64url of length-prefixed values after the name of the list. So a cursor of
/// one list or order is refused by another.
package struct Cursor: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
    }

    /// The list and order it belongs to, like `albums.name.asc`.
    package let list: String
    package let values: [Value]

    package init(list: String, values: [Value]) {
        self.list = list
        self.values = values
    }

    package var text: String {
        var bytes: [UInt8] = []
        Self.append(list, tag: 0, to: &bytes)
        for value in values {
            switch value {
            case .text(let text): Self.append(text, tag: 1, to: &bytes)
            case .integer(let integer):
                bytes.append(2)
                withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return Base64URL.encode(bytes)
    }

    /// Throws `invalid` for anything that `text` did not produce.
    package init(text: String) throws(DomainError) {
        let failure = DomainError.invalid(
            "This cursor is not valid. Use the one that a list has returned", field: "cursor")
        guard text.utf8.count <= 4096, let bytes = Base64URL.decode(text) else { throw failure }
        var reader = ByteReader(bytes)
        guard reader.next() == 0, let list = reader.text(), !list.isEmpty else { throw failure }
        var values: [Value] = []
        while let tag = reader.next() {
            switch tag {
            case 1:
                guard let text = reader.text() else { throw failure }
                values.append(.text(text))
            case 2:
                guard let integer = reader.integer() else { throw failure }
                values.append(.integer(integer))
            default: throw failure
            }
        }
        self.init(list: list, values: values)
    }

    /// The values, if this cursor belongs to `list` and has `count` of them.
    package func values(of list: String, count: Int) throws(DomainError) -> [Value] {
        guard self.list == list, values.count == count else {
            throw .invalid("This cursor belongs to another list or order", field: "cursor")
        }
        return values
    }

    private static func append(_ text: String, tag: UInt8, to bytes: inout [UInt8]) {
        let utf8 = Array(text.utf8.prefix(2048))
        bytes.append(tag)
        bytes.append(UInt8(utf8.count >> 8))
        bytes.append(UInt8(utf8.count & 0xFF))
        bytes.append(contentsOf: utf8)
    }
}

private struct ByteReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    mutating func next() -> UInt8? {
        bytes.popFirst()
    }

    mutating func text() -> String? {
        guard let high = next(), let low = next() else { return nil }
        let count = Int(high) << 8 | Int(low)
        guard bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return String(validating: bytes.prefix(count), as: UTF8.self)
    }

    mutating func integer() -> Int64? {
        guard bytes.count >= 8 else { return nil }
        defer { bytes = bytes.dropFirst(8) }
        return bytes.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
}
