import Foundation
import HTTPTypes
import NIOCore
import RouterSupport
import Testing

@Suite("Audio and pictures for remote clients") struct MediaTests {
    private static let shared = Task { try await RestFixture() }

    @Test("come whole, in ranges, and by HEAD") func ranges() async throws {
        let rest = try await Self.shared.value
        let song = ("id", try await rest.song("Sinnerman"))
        for endpoint in ["stream", "download"] {
            let whole = try await rest.get(endpoint, [song])
            #expect(whole.status == .ok && whole.headers[.contentType] == "audio/wav")
            #expect(whole.headers[.acceptRanges] == "bytes")
            let tag = try #require(whole.headers[.eTag])
            let part = try await rest.get(endpoint, [song], fields: [.range: "bytes=4-11"])
            #expect(part.status == .partialContent && part.body.readableBytes == 8)
            #expect(part.body == whole.body.getSlice(at: whole.body.readerIndex + 4, length: 8))
            let beyond = try await rest.get(endpoint, [song], fields: [.range: "bytes=99999999-"])
            #expect(beyond.status == .rangeNotSatisfiable)
            let same = try await rest.get(endpoint, [song], fields: [.ifNoneMatch: tag])
            #expect(same.status == .notModified)
            let head = try await rest.get(endpoint, [song], method: .head)
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == "\(whole.body.readableBytes)")
        }
        let pending = [song, ("format", "mp3"), ("maxBitRate", "40")]
        let unknown = try await rest.get("stream", pending, method: .head)
        #expect(unknown.status == .ok && unknown.headers[.contentLength] == nil)
        let estimated = try await rest.get("stream", pending + [("estimateContentLength", "true")], method: .head)
        let announced = try #require(estimated.headers[.contentLength].flatMap { Int($0) })
        #expect(announced > 0)
        let download = try await rest.get("download", [("id", try await rest.song("Blue & <Sentimental>"))])
        #expect(
            download.headers[.contentDisposition]
                == "attachment; filename=\"01 Blue _ Sentimental.wav\"; filename*=UTF-8''01%20Blue%20%26%20Sentimental.wav"
        )
    }

    @Test("that fail are replies in the requested format") func errors() async throws {
        let rest = try await Self.shared.value
        let json = try await rest.get("stream", [("id", "tr-nothing")])
        #expect(json.errorCode == 70 && json.headers[.contentType] == "application/json")
        let xml = try await rest.get("getCoverArt", [("id", "nothing")], format: nil)
        #expect(xml.headers[.contentType]?.hasPrefix("text/xml") == true && xml.text.contains("code=\"70\""))
        let coded = try await rest.get(
            "getTranscodeStream",
            [("mediaId", "tr-x"), ("mediaType", "song"), ("transcodeParams", "mp3-128-44100-2-0")])
        #expect(coded.status == .notFound && coded.errorCode == 70)
        #expect(try await rest.get("getTranscodeStream", as: nil).status == .badRequest)
        #expect(
            try await rest.get("getTranscodeStream", [("apiKey", "WRONG")], as: nil).status == .unauthorized)
        #expect(try await rest.get("getTranscodeStream").status == .badRequest)
    }

    @Test("are placeholders where the only picture is truncated, in every size") func cutCovers() async throws {
        let rest = try await Self.shared.value
        for id in [try await rest.album("Hidden"), try await rest.song("Unheard")] {
            for size in [nil, "300"] {
                let cover = try await rest.get("getCoverArt", [("id", id)] + (size.map { [("size", $0)] } ?? []))
                #expect(cover.status == .ok && cover.headers[.contentType] == "image/jpeg", "\(id): \(cover.text)")
                #expect(cover.headers[.cacheControl] == "private, max-age=3600")
            }
        }
        // The truncated picture itself cannot be requested.
        let cut = try await rest.get("getCoverArt", [("id", "im-" + RestFixture.cutPicture)])
        #expect(cut.errorCode == 70, "\(cut.text)")
    }

    @Test("are placeholders where there is no picture, and can be resized") func covers() async throws {
        let rest = try await Self.shared.value
        let reply = try await rest.json("getAlbum", [("id", try await rest.album("Pastel Blues"))])
        let cover = try #require((reply["album"] as? [String: Any])?["coverArt"] as? String)
        #expect(cover.hasPrefix("im-"))
        let original = try await rest.get("getCoverArt", [("id", cover)])
        #expect(original.headers[.contentType] == "image/png")
        #expect(original.headers[.cacheControl]?.contains("immutable") == true)
        for id in [
            cover, try await rest.album("Sampler"), try await rest.artist("Kora"), try await rest.song("Loose end"),
            try await rest.folder("Nina Simone"),
        ] {
            let small = try await rest.get("getCoverArt", [("id", id), ("size", "1")])
            #expect(small.status == .ok && small.headers[.contentType] == "image/jpeg", "\(id): \(small.text)")
        }
    }
}
