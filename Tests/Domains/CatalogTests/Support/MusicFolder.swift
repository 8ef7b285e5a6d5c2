import Foundation

/// A folder of "music" that a test builds and changes.
struct MusicFolder {
    let path: String

    init(_ path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a file of `name=value` lines, with a modification time that differs each time.
    func write(_ name: String, _ lines: String...) throws {
        try write(Array(name.utf8), Array(lines.joined(separator: "\n").utf8))
    }

    func writePicture(_ name: String, _ text: String) throws {
        try write(Array(name.utf8), TextTagReader.picture(text))
    }

    func write(_ name: [UInt8], _ bytes: [UInt8]) throws {
        if let slash = name.lastIndex(of: UInt8(ascii: "/")) {
            let folder = path + "/" + String(decoding: name[..<slash], as: UTF8.self)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let full = (Array(path.utf8) + [UInt8(ascii: "/")] + name).map { CChar(bitPattern: $0) } + [0]
        guard let file = fopen(full, "w") else { throw CocoaError(.fileWriteUnknown) }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    func move(_ from: String, _ to: String) throws {
        let target = path + "/" + to
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        guard rename(path + "/" + from, target) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func copy(_ from: String, _ to: String) throws {
        try FileManager.default.copyItem(atPath: path + "/" + from, toPath: path + "/" + to)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }
}
