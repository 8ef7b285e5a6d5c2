import Foundation
import Primitives
import Support
import Testing

@testable import rondo

@Suite("The operator's settings") struct SettingsReaderTests {
    private func reader(
        _ file: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> SettingsReader {
        let folder = try TemporaryFolder()
        let path = folder.path + "/settings.json"
        try Data(file.utf8).write(to: URL(fileURLWithPath: path))
        return try SettingsReader(arguments: arguments, environment: environment, file: path)
    }

    @Test("come from flags, else from the environment, else from the file, else by default") func precedence() throws {
        let file = #"{"http": {"port": 1, "host": "a"}, "log.level": "debug", "log": {"format": "json"}}"#
        let settings = try reader(
            file, ["--port", "3"], environment: ["RONDO_HTTP_PORT": "2", "RONDO_HTTP_HOST": "b"])
        #expect(try settings.value("http.port") == "3" && settings.value("http.host") == "b")
        #expect(try settings.value("log.level") == "debug" && settings.value("log.format") == "json")
        #expect(try settings.value("supervise") == "true" && settings.value("mail.server") == nil)
    }

    @Test("are text, numbers, Booleans and lists of texts in the file, and null is none") func kinds() throws {
        let settings = try reader(
            #"{"supervise": false, "tls": {"interval": 7}, "site.names": ["a.b", "c.d"], "http": {"host": null}}"#)
        #expect(try settings.value("supervise") == "false" && settings.value("tls.interval") == "7")
        #expect(try settings.value("site.names") == "a.b,c.d" && settings.value("http.host") == "127.0.0.1")
    }

    @Test(
        "that are unknown or no values are refused with their names",
        arguments: [
            (#"{"http": {"prot": 1}}"#, "There is no setting http.prot"), (#"{"x": {"y": 1}}"#, "no setting x,"),
            (#"{"site.names": [1]}"#, "site.names in"), (#"{"music": {}}"#, "music in"), ("[]", "is not a JSON object"),
        ])
    func refused(file: String, words: String) {
        let error = #expect(throws: DomainError.self) { try reader(file) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("whose value is wrong are refused with their source") func sources() throws {
        let settings = try reader(
            #"{"tls": {"interval": 0}}"#, ["--port", "x"], environment: ["RONDO_LOG_LEVEL": "loud"])
        for (key, source) in [
            ("http.port", "--port"), ("log.level", "RONDO_LOG_LEVEL"), ("tls.interval", "tls.interval in"),
        ] {
            let error = #expect(throws: DomainError.self) { try settings.value(key) }
            #expect(error?.message.hasPrefix(source + " ") == true, "\(error?.message ?? "")")
        }
    }
}
