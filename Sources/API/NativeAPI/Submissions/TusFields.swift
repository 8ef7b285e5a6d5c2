import Foundation
import HTTPTypes
import Hummingbird
import Primitives
import Shelf
import Submissions

/// The header fields of tus 1.0.0 (https://tus.io/protocols/resumable-upload).
enum TusFields {
    static let version = "1.0.0"
    static let resumable = HTTPField.Name("Tus-Resumable") ?? .server
    static let versions = HTTPField.Name("Tus-Version") ?? .server
    static let extensions = HTTPField.Name("Tus-Extension") ?? .server
    static let maximum = HTTPField.Name("Tus-Max-Size") ?? .server
    static let algorithms = HTTPField.Name("Tus-Checksum-Algorithm") ?? .server
    static let length = HTTPField.Name("Upload-Length") ?? .server
    static let offset = HTTPField.Name("Upload-Offset") ?? .server
    static let metadata = HTTPField.Name("Upload-Metadata") ?? .server
    static let expires = HTTPField.Name("Upload-Expires") ?? .server
    static let checksum = HTTPField.Name("Upload-Checksum") ?? .server

    static func number(_ name: HTTPField.Name, of request: Request) throws(DomainError) -> Int64 {
        guard let text = request.headers[name], let number = Int64(text), number >= 0 else {
            throw .invalid("\(name.rawName) must be a whole number", field: name.rawName)
        }
        return number
    }

    /// What is announced: the file's `filename`, and if wanted `batch`, `submit` and `wish`. Further keys are ignored, as tus has them.
    static func draft(_ request: Request) throws(DomainError) -> UploadDraft {
        let metadata = try metadata(request.headers[metadata] ?? "")
        guard let name = metadata["filename"] ?? metadata["name"] else {
            throw .invalid("Upload-Metadata must hold filename", field: "filename")
        }
        return try UploadDraft(
            name: name, length: try number(length, of: request), batch: metadata["batch"],
            isSubmitted: metadata["submit"] == "true", wish: metadata["wish"].map { ID<Wish>($0) })
    }

    private static func metadata(_ text: String) throws(DomainError) -> [String: String] {
        guard text.utf8.count <= 8192 else { throw .invalid("Upload-Metadata is too long", field: "Upload-Metadata") }
        var values: [String: String] = [:]
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: " ", omittingEmptySubsequences: true)
            guard let key = parts.first, parts.count <= 2 else {
                throw .invalid("Upload-Metadata holds keys with Base64", field: "Upload-Metadata")
            }
            guard parts.count == 2 else {
                values[String(key)] = ""
                continue
            }
            guard let data = Data(base64Encoded: String(parts[1])), let value = String(bytes: data, encoding: .utf8)
            else { throw .invalid("Upload-Metadata holds keys with Base64 of UTF-8", field: "Upload-Metadata") }
            values[String(key)] = value
        }
        return values
    }
}
