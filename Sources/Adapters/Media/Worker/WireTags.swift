import Catalog

/// The fields of `TrackTags` in their order on the wire, by their types. The other fields follow.
extension TrackTags {
    fileprivate static let texts: [any WritableKeyPath<TrackTags, String?> & Sendable] = [
        \.title, \.titleSort, \.artistCredit, \.album, \.albumSort, \.discSubtitle, \.date, \.originalDate, \.comment,
        \.isrc, \.musicBrainz.recording, \.musicBrainz.track, \.musicBrainz.release, \.musicBrainz.releaseGroup,
    ]
    fileprivate static let lists: [any WritableKeyPath<TrackTags, [String]> & Sendable] = [
        \.artists, \.artistSorts, \.albumArtists, \.albumArtistSorts, \.composers, \.composerSorts, \.conductors,
        \.lyricists, \.remixers, \.producers, \.genres, \.musicBrainz.artists, \.musicBrainz.albumArtists,
    ]
    fileprivate static let numbers: [any WritableKeyPath<TrackTags, Int?> & Sendable] = [
        \.trackNumber, \.trackTotal, \.discNumber, \.discTotal, \.beatsPerMinute,
    ]
    fileprivate static let gains: [any WritableKeyPath<TrackTags, Double?> & Sendable] = [
        \.replayGain.trackGain, \.replayGain.trackPeak, \.replayGain.albumGain, \.replayGain.albumPeak,
    ]
}

extension WireWriter {
    mutating func put(_ tags: TrackTags) {
        for field in TrackTags.texts { put(tags[keyPath: field]) }
        for field in TrackTags.lists { put(tags[keyPath: field]) }
        for field in TrackTags.numbers { put(tags[keyPath: field]) }
        for field in TrackTags.gains { put(tags[keyPath: field]) }
        put(tags.contributions)
        put(tags.lyrics.prefix(RawTags.listLimit).map { $0.language ?? "" })
        put(tags.lyrics.map(\.text))
        put(tags.isCompilation ? 1 as UInt8 : 0)
        put(tags.extendedTags.text)
    }

    private mutating func put(_ contributions: [TrackTags.Contribution]) {
        let contributions = contributions.prefix(RawTags.listLimit)
        put(contributions.map(\.role.rawValue))
        put(contributions.map(\.name))
        put(contributions.map { $0.part ?? "" })
    }
}

extension WireReader {
    mutating func tags() throws(WireError) -> TrackTags {
        var tags = TrackTags()
        for field in TrackTags.texts { tags[keyPath: field] = try optionalText() }
        for field in TrackTags.lists { tags[keyPath: field] = try list() }
        for field in TrackTags.numbers { tags[keyPath: field] = try optionalInt() }
        for field in TrackTags.gains { tags[keyPath: field] = try optionalDouble() }
        tags.contributions = try contributions()
        tags.lyrics = try lyrics()
        tags.isCompilation = try flag()
        tags.extendedTags = ExtendedTags(text: try optionalText())
        return tags
    }

    private mutating func lyrics() throws(WireError) -> [TagLyrics] {
        let (languages, texts) = (try list(), try list())
        guard languages.count == texts.count else { throw WireError() }
        return zip(languages, texts).map { TagLyrics(language: $0.isEmpty ? nil : $0, text: $1) }
    }

    private mutating func contributions() throws(WireError) -> [TrackTags.Contribution] {
        let (roles, names, parts) = (try list(), try list(), try list())
        guard roles.count == names.count, names.count == parts.count else { throw WireError() }
        var contributions: [TrackTags.Contribution] = []
        for (index, name) in names.enumerated() {
            guard let role = ArtistRole(rawValue: roles[index]) else { throw WireError() }
            contributions.append(
                TrackTags.Contribution(role: role, name: name, part: parts[index].isEmpty ? nil : parts[index]))
        }
        return contributions
    }
}

/// `AudioProperties` on the wire: every field in the order of its declaration.
extension WireWriter {
    mutating func put(_ audio: AudioProperties) {
        put(audio.mediaType)
        put(audio.codec)
        put(audio.durationMilliseconds)
        put(audio.bitrate)
        put(audio.sampleRate)
        put(audio.channels)
        put(audio.bitDepth)
    }
}

extension WireReader {
    mutating func audio() throws(WireError) -> AudioProperties {
        let audio = AudioProperties(
            mediaType: try text(), codec: try text(), durationMilliseconds: try int64(), bitrate: try int(),
            sampleRate: try int(), channels: try int(), bitDepth: try int())
        // Values that are summed and shown later must not overflow there.
        let bound = 0...(1 << 40)
        guard bound.contains(Int(clamping: audio.durationMilliseconds)), bound.contains(audio.bitrate),
            bound.contains(audio.sampleRate), bound.contains(audio.channels), bound.contains(audio.bitDepth)
        else { throw WireError() }
        return audio
    }
}

/// `ImageFacts` and `ImageOutput` on the wire: every field in the order of its declaration.
extension WireWriter {
    mutating func put(_ facts: ImageFacts) {
        put(facts.width)
        put(facts.height)
        put(UInt8(truncatingIfNeeded: facts.colors.count))
        for color in facts.colors {
            put(color.red)
            put(color.green)
            put(color.blue)
            put(color.share)
        }
    }

    mutating func put(_ output: ImageOutput) {
        put(output.size.pixels)
        put(output.format.rawValue)
        put(UInt8(output.isSquare ? 1 : 0))
    }
}

extension WireReader {
    mutating func imageFacts() throws(WireError) -> ImageFacts {
        let (width, height) = (try int(), try int())
        guard (1...ImageLimits.side).contains(width), (1...ImageLimits.side).contains(height) else {
            throw WireError()
        }
        var colors: [ImageColor] = []
        let count = try byte()
        guard count <= 8 else { throw WireError() }
        for _ in 0..<count {
            let color = ImageColor(red: try byte(), green: try byte(), blue: try byte(), share: try int())
            guard (1...1000).contains(color.share) else { throw WireError() }
            colors.append(color)
        }
        return ImageFacts(width: width, height: height, colors: colors)
    }

    mutating func imageOutput() throws(WireError) -> ImageOutput {
        let asked = try int()
        guard let size = RenditionSize(atLeast: asked), size.pixels == asked,
            let format = RenditionFormat(rawValue: try text())
        else { throw WireError() }
        return ImageOutput(size: size, format: format, isSquare: try byte() == 1)
    }
}
