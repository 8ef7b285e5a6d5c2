import Foundation
import Hummingbird
import NIOCore
import RouterSupport
import Testing

@Suite("Streams for remote players", .timeLimit(.minutes(10))) struct TranscodingTests {
    private func decide(
        _ rest: RestFixture, _ body: String, _ parameters: [(String, String)], format: String = "json",
        type: String = "application/json"
    ) async throws -> RouterReply {
        let query = (rest.proof(.ada) + [("f", format)] + parameters)
            .map { "\(RestFixture.escaped($0.0))=\(RestFixture.escaped($0.1))" }.joined(separator: "&")
        return try await rest.post("getTranscodeDecision", body: body, type: type, query: "?" + query)
    }

    /// The specification's example, for a player that does not accept WAV.
    private let player = """
        {"name": "Play:1", "platform": "Sonos", "maxAudioBitrate": 512000, "maxTranscodingAudioBitrate": 256000,
         "directPlayProfiles": [{"containers": ["mp3"], "audioCodecs": ["mp3"], "protocols": ["http"], "maxAudioChannels": 2}],
         "transcodingProfiles": [
            {"container": "mp4", "audioCodec": "aac", "protocol": "hls"},
            {"container": "mp3", "audioCodec": "mp3", "protocol": "http", "maxAudioChannels": 2}],
         "codecProfiles": [{"type": "AudioCodec", "name": "mp3", "limitations": [
            {"name": "audioBitrate", "comparison": "LessThanEqual", "values": ["320000"], "required": true}]}],
         "somethingNew": {"of": ["later"]}}
        """

    @Test("a decision explains why the file does not fit, which stream replaces it, and how to request it")
    func decision() async throws {
        let rest = try await RestFixture()
        let song = try await rest.song("Sinnerman")
        let reply = try await decide(rest, player, [("mediaId", song), ("mediaType", "song")])
        let decision = try #require(reply.envelope["transcodeDecision"] as? [String: Any], "\(reply.text)")
        #expect(decision["canDirectPlay"] as? Bool == false && decision["canTranscode"] as? Bool == true)
        #expect(decision["transcodeReason"] as? [String] == ["ContainerNotSupported", "AudioBitrateNotSupported"])
        #expect(decision["errorReason"] as? String == "")
        let source = try #require(decision["sourceStream"] as? [String: Any])
        #expect(source["container"] as? String == "wav" && source["protocol"] as? String == "http")
        let target = try #require(decision["transcodeStream"] as? [String: Any])
        #expect(target["codec"] as? String == "mp3" && target["audioBitrate"] as? Int == 256_000)
        let parameters = try #require(decision["transcodeParams"] as? String)
        #expect(parameters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })

        let xml = try await decide(rest, player, [("mediaId", song), ("mediaType", "song")], format: "xml")
        #expect(xml.text.contains("<transcodeReason>ContainerNotSupported</transcodeReason>"))
        #expect(xml.text.contains("<transcodeStream protocol=\"http\" container=\"mp3\""))
    }

    @Test("parameters of later protocol versions, or the largest number as no limit, are not an error")
    func unknownWords() async throws {
        let rest = try await RestFixture()
        let song = try await rest.song("Sinnerman")
        let body =
            #"{"name": "p", "platform": "t", "maxAudioBitrate": 9223372036854775807, "#
            + #""directPlayProfiles": [{"containers": ["wav"], "maxAudioChannels": 2147483647}], "#
            + #""codecProfiles": [{"type": "AudioCodec", "name": "pcm", "limitations": "#
            + #"[{"name": "audioSpatial", "comparison": "Equals", "values": ["no"], "required": true}]}]}"#
        let reply = try await decide(rest, body, [("mediaId", song), ("mediaType", "song")])
        let decision = try #require(reply.envelope["transcodeDecision"] as? [String: Any], "\(reply.text)")
        #expect(decision["canDirectPlay"] as? Bool == true)
    }

    @Test("an invalid body and a missing song are errors of the protocol")
    func refusals() async throws {
        let rest = try await RestFixture()
        let song = try await rest.song("Sinnerman")
        for body in [
            "", "no JSON", "[]", #"{"name": {}}"#, #"{"directPlayProfiles": 1}"#, #"{"maxAudioBitrate": -1}"#,
            #"{"maxAudioBitrate": 1.5}"#,
            #"{"codecProfiles": [{"limitations": [{"name": "audioChannels", "comparison": "x"}]}]}"#,
            #"{"transcodingProfiles": [3]}"#,
            #"{"directPlayProfiles": [\#(Array(repeating: "{}", count: 201).joined(separator: ","))]}"#,
            String(repeating: "[", count: 5000),
        ] {
            let reply = try await decide(rest, body, [("mediaId", song), ("mediaType", "song")])
            #expect(reply.errorCode == 10, "\(body.prefix(60)): \(reply.text)")
        }
        #expect(try await decide(rest, "{}", [("mediaId", song)]).errorCode == 10)
        #expect(try await decide(rest, "{}", [("mediaId", song), ("mediaType", "film")]).errorCode == 10)
        #expect(try await decide(rest, "{}", [("mediaId", song), ("mediaType", "podcast")]).errorCode == 70)
        #expect(try await decide(rest, player, [("mediaId", "tr-0"), ("mediaType", "song")]).errorCode == 70)
        let long = try await decide(
            rest, String(repeating: " ", count: 70_000), [("mediaId", song), ("mediaType", "song")])
        #expect(long.status == .contentTooLarge)
        let nothing = try await decide(
            rest, #"{"name": "p", "platform": "t"}"#, [("mediaId", song), ("mediaType", "song")])
        let decision = try #require(nothing.envelope["transcodeDecision"] as? [String: Any])
        #expect(decision["canTranscode"] as? Bool == false && decision["errorReason"] as? String != "")
    }

    @Test("a converted stream reports errors with HTTP statuses")
    func statuses() async throws {
        let rest = try await RestFixture()
        let song = try await rest.song("Sinnerman")
        func status(_ parameters: [(String, String)], as person: RestFixture.Person? = .ada) async throws -> Int {
            let reply = try await rest.get("getTranscodeStream", parameters, as: person)
            #expect(reply.errorCode != nil, "\(reply.text)")
            return reply.status.code
        }
        let whole = [("mediaId", song), ("mediaType", "song"), ("transcodeParams", "mp3-128-44100-2-0")]
        #expect(try await status(Array(whole.prefix(2))) == 400)
        #expect(try await status(whole.prefix(2) + [("transcodeParams", "mp3 -i /etc/passwd")]) == 400)
        #expect(try await status(whole + [("offset", "-1")]) == 400)
        #expect(try await status(whole + [("offset", "9999")]) == 400)
        #expect(try await status([("mediaId", "tr-0")] + whole.dropFirst()) == 404)
        let hidden = try await rest.song("Unheard")
        #expect(try await status([("mediaId", hidden)] + whole.dropFirst(), as: .bo) == 404)
        #expect(try await status(whole, as: nil) == 400, "no credential at all")
        #expect(try await status(whole + [("apiKey", "wrong"), ("v", "1.16.1"), ("c", "t")], as: nil) == 401)
    }
}
