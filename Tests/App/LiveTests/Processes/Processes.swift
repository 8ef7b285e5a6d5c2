import Foundation

/// Processes of this machine, by proc(5).
enum Processes {
    struct Found {
        let identifier: Int32
        let arguments: [String]
    }

    static func children(of parent: Int32) throws -> [Found] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter {
            status(of: $0)["PPid"] == "\(parent)"
        }.map { Found(identifier: $0, arguments: text(of: $0, "cmdline").split(separator: "\0").map(String.init)) }
    }

    /// The fields of `/proc/…/status`. Empty for a process that is gone.
    static func status(of process: Int32) -> [String: String] {
        let pairs = text(of: process, "status").split(separator: "\n").map { line in
            line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let named = pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    static func text(of process: Int32, _ file: String) -> String {
        let data = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/\(file)"))
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// How often the process has the file open.
    static func openCount(of path: String, in process: Int32) throws -> Int {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }
    }
}
