import Catalog

/// `TrackTags` on the wire: every field in the order of its declaration.
extension WireWriter {
    mutating func put(_ tags: TrackTags) {
        put(tags.title)
        put(tags.titleSort)
        put(tags.artists)
        put(tags.artistCredit)
        put(tags.artistSorts)
        put(tags.album)
        put(tags.albumSort)
        put(tags.albumArtists)
        put(tags.albumArtistSorts)
        put(tags.composers)
        put(tags.conductors)
        put(tags.lyricists)
        put(tags.remixers)
        put(tags.producers)
        put(tags.composerSorts)
        put(tags.contributions)
        put(tags.genres)
        put(tags.trackNumber)
        put(tags.trackTotal)
        put(tags.discNumber)
        put(tags.discTotal)
        put(tags.discSubtitle)
        put(tags.date)
        put(tags.originalDate)
        put(tags.comment)
        put(tags.lyrics.prefix(RawTags.listLimit).map { $0.language ?? "" })
        put(tags.lyrics.map(\.text))
        put(tags.beatsPerMinute)
        put(tags.isCompilation ? 1 as UInt8 : 0)
        put(tags.isrc)
        put(tags.musicBrainz.recording)
        put(tags.musicBrainz.track)
        put(tags.musicBrainz.release)
        put(tags.musicBrainz.releaseGroup)
        put(tags.musicBrainz.artists)
        put(tags.musicBrainz.albumArtists)
        put(tags.replayGain.trackGain)
        put(tags.replayGain.trackPeak)
        put(tags.replayGain.albumGain)
        put(tags.replayGain.albumPeak)
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
        tags.title = try optionalText()
        tags.titleSort = try optionalText()
        tags.artists = try list()
        tags.artistCredit = try optionalText()
        tags.artistSorts = try list()
        tags.album = try optionalText()
        tags.albumSort = try optionalText()
        tags.albumArtists = try list()
        tags.albumArtistSorts = try list()
        tags.composers = try list()
        tags.conductors = try list()
        tags.lyricists = try list()
        tags.remixers = try list()
        tags.producers = try list()
        tags.composerSorts = try list()
        tags.contributions = try contributions()
        tags.genres = try list()
        tags.trackNumber = try optionalInt()
        tags.trackTotal = try optionalInt()
        tags.discNumber = try optionalInt()
        tags.discTotal = try optionalInt()
        tags.discSubtitle = try optionalText()
        tags.date = try optionalText()
        tags.originalDate = try optionalText()
        tags.comment = try optionalText()
        tags.lyrics = try lyrics()
        tags.beatsPerMinute = try optionalInt()
        tags.isCompilation = try flag()
        tags.isrc = try optionalText()
        tags.musicBrainz.recording = try optionalText()
        tags.musicBrainz.track = try optionalText()
        tags.musicBrainz.release = try optionalText()
        tags.musicBrainz.releaseGroup = try optionalText()
        tags.musicBrainz.artists = try list()
        tags.musicBrainz.albumArtists = try list()
        tags.replayGain.trackGain = try optionalDouble()
        tags.replayGain.trackPeak = try optionalDouble()
        tags.replayGain.albumGain = try optionalDouble()
        tags.replayGain.albumPeak = try optionalDouble()
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
