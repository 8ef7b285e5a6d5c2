import Foundation

/// The path of a file inside its library: the bytes that the file system uses, which need not be UTF-8.
///
/// Relative, with `/` between components, never empty, and never with an empty, `.` or `..` component.
package struct LibraryPath: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Nil unless `bytes` is such a path.
    package init?(bytes: [UInt8]) {
        let components = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !bytes.isEmpty, bytes.count <= 4096, !bytes.contains(0),
            components.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) })
        else { return nil }
        self.bytes = bytes
    }

    /// The path of a file or folder in `folder`, which is empty at the library's top. Nil for a name that is none.
    package init?(_ name: [UInt8], in folder: [UInt8]) {
        self.init(bytes: Self.joined(folder, name))
    }

    /// The bytes of the path of what is called `name` in `folder`.
    static func joined(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
        folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name
    }

    /// The folder part without a trailing slash; empty at the library's top.
    package var folder: [UInt8] {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return [] }
        return Array(bytes[..<slash])
    }

    package var name: [UInt8] {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes }
        return Array(bytes[(slash + 1)...])
    }

    /// `Song.flac` as `Song (2).flac`; a number that is already there is replaced.
    package func numbered(_ number: Int) -> LibraryPath? {
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        var base = Array(bytes[..<dot])
        if base.last == UInt8(ascii: ")"), let open = base.lastIndex(of: UInt8(ascii: "(")), open > 0,
            base[(open + 1)..<(base.count - 1)].allSatisfy({ (0x30...0x39).contains($0) }),
            base[open - 1] == 0x20, base.count - open <= 5
        {
            base = Array(base[..<(open - 1)])
        }
        return LibraryPath(bytes: base + Array(" (\(number))".utf8) + Array(bytes[dot...]))
    }

    /// For display: bytes that are not UTF-8 are shown as U+FFFD.
    package var display: String {
        String(decoding: bytes, as: UTF8.self)
    }
}

/// The file names that Windows reserves for devices, with any extension (Microsoft, "Naming Files, Paths, and
/// Namespaces"). A file of such a name cannot be unpacked or copied there.
package enum DeviceNames {
    private static let names = Set(
        ["con", "prn", "aux", "nul", "conin$", "conout$"]
            + "0123456789¹²³".flatMap { ["com\($0)", "lpt\($0)"] })

    package static func contains(_ fileName: String) -> Bool {
        names.contains(fileName.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
