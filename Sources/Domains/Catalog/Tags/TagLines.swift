/// Named values as stored text: one line for each value, with its name and the parts of the value separated by tabs.
/// Values contain neither tabs nor line breaks, because tags are cleaned when they are read; any that remain become
/// spaces.
struct TagLines {
    /// The longest value that is stored, in bytes of UTF-8.
    static let valueLimit = 1024
    /// The longest text that is written, in bytes of UTF-8: less than a worker may send in one message.
    static let textLimit = 48 * 1024

    private(set) var text = ""

    mutating func add(_ name: String, _ parts: String?...) {
        guard let first = parts.first, let first, !first.isEmpty else { return }
        var line = name
        for part in parts {
            line += "\t"
            if let part { line += Self.cleaned(part) }
        }
        guard text.utf8.count + line.utf8.count < Self.textLimit else { return }
        if !text.isEmpty { text += "\n" }
        text += line
    }

    mutating func add(_ name: String, each values: [String]) {
        for value in values { add(name, value) }
    }

    /// Calls `body` with every name and the parts of its value; a part that is missing or empty is nil.
    static func read(_ text: String, _ body: (_ name: Substring, _ parts: Parts) -> Void) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 1, !fields[1].isEmpty else { continue }
            body(fields[0], Parts(fields: fields))
        }
    }

    struct Parts {
        fileprivate let fields: [Substring]

        /// The first part, which is never empty.
        var first: String { String(fields[1]) }

        subscript(index: Int) -> String? {
            guard fields.indices.contains(index + 1), !fields[index + 1].isEmpty else { return nil }
            return String(fields[index + 1])
        }
    }

    private static func cleaned(_ value: String) -> String {
        let isPlain = value.utf8.count <= valueLimit && !value.utf8.contains { $0 < 0x20 }
        if isPlain { return value }
        var result = ""
        for scalar in value.unicodeScalars {
            guard result.utf8.count < valueLimit - 4 else { break }
            result.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
        }
        return result
    }
}
