import Crypto
import Foundation
import Synchronization

/// A small Last.fm server on this machine. It answers as documented (last.fm/api), checks every signature
/// independently, and stores a play once for its time, artist and track.
package final class LastFMServer: Sendable {
    package struct Script: Sendable {
        package var key = "KEY"
        package var secret = "shh"
        /// Whether the user has allowed access on the web page.
        package var isAllowed = false
        /// Whether the granted session is valid.
        package var isSessionGood = true
        /// The codes of ignored plays, by track name.
        package var ignored: [String: Int] = [:]
        /// Whether it accepts requests without replying.
        package var isSilent = false
        /// Replaces every reply, with this status.
        package var answer: (status: String, body: String)?
        /// The user's plays, newest first: the time in seconds, and the name of a track by John Cage.
        package var plays: [(second: Int, track: String)] = []
        /// The number of plays per page.
        package var pageSize = 2
    }

    private struct State {
        var script = Script()
        var tokens: [String: Bool] = [:]
        var calls: [[String: String]] = []
        var stored: Set<String> = []
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    package let server: FileServer
    private let shared: Shared

    package init() async throws {
        let shared = Shared()
        self.shared = shared
        server = try await FileServer { request in
            let body = request.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
            return shared.state.withLock { Self.answer(Self.fields(body), &$0) }
        }
    }

    package var port: Int { server.port }
    package var root: String { "http://127.0.0.1:\(server.port)/2.0/" }

    /// The calls of a method, or all calls.
    package func calls(_ method: String? = nil) -> [[String: String]] {
        shared.state.withLock { $0.calls }.filter { method == nil || $0["method"] == method }
    }

    /// Each play once: its time in seconds, artist and track.
    package var stored: Set<String> { shared.state.withLock { $0.stored } }

    package func change(_ body: @Sendable (inout Script) -> Void) { shared.state.withLock { body(&$0.script) } }

    private static func answer(_ call: [String: String], _ state: inout State) -> [FileServer.Step] {
        state.calls.append(call)
        let script = state.script
        if let (status, body) = script.answer { return json(body, status) }
        guard call["api_key"] == script.key else { return error(10, "Invalid API key") }
        guard call["api_sig"] == signature(call, script.secret) else { return error(13, "Invalid method signature") }
        switch call["method"] {
        case "auth.getToken":
            let token = "token-\(state.tokens.count)"
            state.tokens[token] = false
            return json(#"{"token":"\#(token)"}"#)
        case "auth.getSession":
            guard let token = call["token"], let isUsed = state.tokens[token] else { return error(4, "Unknown token") }
            guard !isUsed else { return error(15, "This token has expired") }
            guard script.isAllowed else { return error(14, "This token has not been authorized") }
            state.tokens[token] = true
            return json(#"{"session":{"name":"ada-fm","key":"SESSION-SECRET","subscriber":0}}"#)
        default: break
        }
        guard call["sk"] == "SESSION-SECRET", script.isSessionGood else { return error(9, "Invalid session key") }
        switch call["method"] {
        case "track.updateNowPlaying": return json(##"{"nowplaying":{"ignoredMessage":{"code":"0","#text":""}}}"##)
        case "track.scrobble": return scrobble(call, &state)
        case "user.getRecentTracks": return recent(call, script)
        default: return error(3, "No method with that name")
        }
    }

    private static func scrobble(_ call: [String: String], _ state: inout State) -> [FileServer.Step] {
        var words: [String] = []
        var index = 0
        while let track = call["track[\(index)]"], let artist = call["artist[\(index)]"],
            let second = call["timestamp[\(index)]"]
        {
            let code = state.script.ignored[track] ?? 0
            if code == 0 { state.stored.insert("\(second) \(artist) \(track)") }
            words.append(
                ##"{"track":{"#text":"x"},"ignoredMessage":{"code":"\##(code)","#text":"\##(code == 0 ? "" : "No \(code)")"}}"##
            )
            index += 1
        }
        guard (1...50).contains(index) else { return error(6, "Invalid parameters") }
        if state.script.isSilent { return [.hold] }
        let list = index == 1 ? words[0] : "[\(words.joined(separator: ","))]"
        return json(#"{"scrobbles":{"@attr":{"accepted":\#(index),"ignored":0},"scrobble":\#(list)}}"#)
    }

    private static func recent(_ call: [String: String], _ script: Script) -> [FileServer.Step] {
        let before = call["to"].flatMap { Int($0) } ?? .max
        let page = script.plays.filter { $0.second < before }.prefix(script.pageSize).map { play in
            ##"{"artist":{"mbid":"","#text":"John Cage"},"name":"\##(play.track)","mbid":"","album":{"#text":""},"date":{"uts":"\##(play.second)","#text":"then"}}"##
        }
        let now = ##"{"artist":{"#text":"John Cage"},"name":"Silence","@attr":{"nowplaying":"true"}}"##
        let all = before == .max ? [now] + page : page
        let list = all.count == 1 ? all[0] : "[\(all.joined(separator: ","))]"
        return json(#"{"recenttracks":{"track":\#(list),"@attr":{"user":"ada-fm"}}}"#)
    }

    private static func signature(_ call: [String: String], _ secret: String) -> String {
        let signed = call.filter { !["format", "callback", "api_sig"].contains($0.key) }
        let text =
            signed.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
            .map { $0.key + $0.value }.joined() + secret
        return Insecure.MD5.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    private static func fields(_ body: String) -> [String: String] {
        let pairs = body.split(separator: "&").map { pair -> (String, String) in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private static func error(_ code: Int, _ message: String) -> [FileServer.Step] {
        json(
            #"{"message":"\#(message)","error":\#(code)}"#,
            code == 9 || code == 13 ? "403 Forbidden" : "400 Bad Request")
    }

    private static func json(_ text: String, _ status: String = "200 OK") -> [FileServer.Step] {
        FileServer.answer(status, ["Content-Type: application/json"], Array(text.utf8))
    }
}
