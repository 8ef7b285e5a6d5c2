import Foundation

/// Runs `Tests/Clients/smtp_server.py` on a free port until this object is released.
package final class MailServer: Sendable {
    package let port: Int
    private let folder: TemporaryFolder
    private let process: ChildProcess
    /// The server ends when this pipe closes.
    private let lifeline: PrivatePipe

    package struct Email: Sendable {
        /// The raw email.
        package let text: String
        /// The decoded body.
        package let body: String
    }

    private struct NotThere: Error {}

    private init(port: Int, folder: TemporaryFolder, process: ChildProcess, lifeline: PrivatePipe) {
        self.port = port
        self.folder = folder
        self.process = process
        self.lifeline = lifeline
    }

    deinit {
        process.signal(SIGTERM)
    }

    /// - Parameters:
    ///   - mode: described in the program.
    ///   - certificates: a folder with `certificate.pem` and `key.pem`.
    package static func start(_ mode: String, certificates: String) async throws -> MailServer {
        let folder = try TemporaryFolder()
        guard let python = ProcessInfo.processInfo.environment["RONDO_CLIENTS_PYTHON"] else { throw NotThere() }
        let lifeline = try PrivatePipe()
        let path = folder.path + "/port"
        let output = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(output) }
        let process = try ChildProcess(
            [
                python, Program.root + "/Tests/Clients/smtp_server.py", folder.path, mode,
                certificates + "/certificate.pem", certificates + "/key.pem",
            ], input: lifeline.readEnd, output: output)
        return try await waitFor("the mail server tells its port") {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            if text.hasSuffix("\n"), let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
                return MailServer(port: port, folder: folder, process: process, lifeline: lifeline)
            }
            guard process.isRunning else { throw NotThere() }
            return nil
        }
    }

    package func count() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".eml") }.count
    }

    /// The folder with each raw email: `1.eml` and so on.
    package var emails: String { folder.path }

    /// The `number`th email, counted from 1, once it has arrived.
    package func email(_ number: Int) async throws -> Email {
        let path = "\(folder.path)/\(number).eml"
        let bytes = try await waitFor("email \(number) comes") { FileManager.default.contents(atPath: path) }
        let text = String(decoding: bytes, as: UTF8.self)
        let packed = text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
        let body = Data(base64Encoded: packed, options: .ignoreUnknownCharacters) ?? Data()
        return Email(text: text, body: String(decoding: body, as: UTF8.self))
    }
}
