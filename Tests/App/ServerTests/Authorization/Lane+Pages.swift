import Foundation
import HTTPTypes
import Support

/// The walk over paths outside the surfaces: the files of the web client, and unknown addresses.
extension Lane {
    func walkPages(as askers: [Asker]) async throws {
        let pages: [(path: String, status: Int)] = [
            ("/", 200), ("/index.html", 200), ("/share.html", 200), ("/library/albums", 200), ("/nothing.js", 404),
            ("/metrics", 404),
            ("/..%2f..%2frondo.sqlite", 404), ("/api", 404), ("/api/v1/nothing", 404), ("/api/v2/me", 404),
        ]
        for asker in askers {
            for (path, status) in pages {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete] {
                    let isRead = method == .get || method == .head
                    let isAPI = path.hasPrefix("/api")
                    var fields = asker.fields(isShare: true)
                    fields[.accept] = "text/html"
                    let answer = try await gateway.send(method, path, fields)
                    let expected: Set<Int> = isRead || isAPI ? [status] : [405]
                    let failure = try await verdict(
                        answer, isRefused: answer.status >= 400, .refused(expected), of: asker, touchesAccounts: false)
                    note("\(method.rawValue) \(path)", failure.map { "\(method) \(path) by \(asker.name): \($0)" })
                    noteSuccess("\(method.rawValue) \(path)")
                }
            }
        }
    }
}
