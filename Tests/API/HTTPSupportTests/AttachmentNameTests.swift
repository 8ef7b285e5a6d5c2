import Testing

import HTTPSupport

@Suite("The name of a download") struct AttachmentNameTests {
    @Test("is complete UTF-8 for every file name, without control characters") func odd() {
        let name = Array("na".utf8) + [0xEF] + Array("ve\n\u{7F}\u{85} ż.mp3".utf8)
        #expect(
            AttachmentName.field(name)
                == "attachment; filename=\"na_ve____ __.mp3\"; filename*=UTF-8''na%EF%BF%BDve___%20%C5%BC.mp3")
    }

    @Test("has the file extension of the sent format") func ending() {
        #expect(
            AttachmentName.field(Array("a.b.flac".utf8), endingIn: "mp3")
                == "attachment; filename=\"a.b.mp3\"; filename*=UTF-8''a.b.mp3")
    }
}
