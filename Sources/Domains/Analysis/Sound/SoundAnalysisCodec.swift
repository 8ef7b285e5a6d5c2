extension SoundAnalysis {
    private static let format: UInt8 = 1

    /// All of it in a compact form: about 8 kB for a song of four minutes.
    package var bytes: [UInt8] {
        var writer = CompactWriter()
        writer.put(byte: Self.format)
        for number in [sampleRate, channels, frames, silence.start, silence.end] { writer.put(number) }
        writer.put(truePeak)
        writer.put(energy)
        writer.put(byte: tempo == nil ? 0 : 1)
        if let tempo { writer.put(tempo) }
        writer.put(byte: key.map { UInt8($0.tonic) * 2 + $0.mode.rawValue + 1 } ?? 0)
        if let key { writer.put(key.confidence) }
        for part in [features.bytes, rhythm.bytes, waveform.bytes] { writer.put(part: part) }
        return writer.bytes
    }

    /// Nil for bytes that `bytes` does not write.
    package init?(bytes: some Collection<UInt8>) {
        var reader = CompactReader(bytes)
        guard reader.byte() == Self.format, let sampleRate = reader.number(), let channels = reader.number(),
            let frames = reader.number(), let start = reader.number(), let end = reader.number(),
            let truePeak = reader.float(), let energy = reader.float(), let hasTempo = reader.byte(), hasTempo < 2,
            sampleRate > 0, channels > 0, start + end <= frames
        else { return nil }
        var tempo: Tempo?
        if hasTempo == 1 {
            guard let read = reader.tempo() else { return nil }
            tempo = read
        }
        guard let code = reader.byte(), code <= 24 else { return nil }
        var key: MusicalKey?
        if code > 0 {
            guard let mode = MusicalKey.Mode(rawValue: (code - 1) % 2), let confidence = reader.float() else {
                return nil
            }
            key = MusicalKey(tonic: Int(code - 1) / 2, mode: mode, confidence: confidence)
        }
        guard let features = reader.part().flatMap({ SoundFeatures(bytes: $0) }),
            let rhythm = reader.part().flatMap({ Rhythm(bytes: $0) }),
            let waveform = reader.part().flatMap({ Waveform(bytes: $0) }), reader.isAtEnd
        else { return nil }
        self.init(
            sampleRate: sampleRate, channels: channels, frames: frames, truePeak: truePeak,
            silence: EdgeSilence(start: start, end: end), waveform: waveform, tempo: tempo, rhythm: rhythm, key: key,
            energy: energy, features: features)
    }
}

extension Waveform {
    private static let format: UInt8 = 1

    /// The waveform in a compact form: a byte or a little more for each point.
    package var bytes: [UInt8] {
        var writer = CompactWriter()
        writer.put(byte: Self.format)
        writer.put(peaks.count)
        writer.put(rice: Self.changes(peaks.map { Int($0) }))
        writer.put(rice: Self.changes(zip(peaks, bodies).map { Int($0) - Int($1) }))
        for ranges in [clipped, silent] {
            writer.put(ranges.count)
            var last = 0
            for range in ranges {
                writer.put(signed: range.start - last)
                writer.put(range.end - range.start)
                last = range.end
            }
        }
        return writer.bytes
    }

    /// Nil for bytes that `bytes` does not write.
    package init?(bytes: some Collection<UInt8>) {
        var reader = CompactReader(bytes)
        guard reader.byte() == Self.format, let count = reader.number(),
            let tops = reader.rice(count: count).flatMap(Self.levels),
            let differences = reader.rice(count: count).flatMap(Self.levels), let clipped = reader.ranges(),
            let silent = reader.ranges(), reader.isAtEnd
        else { return nil }
        for (top, difference) in zip(tops, differences) where difference > top { return nil }
        self.init(
            peaks: tops, bodies: zip(tops, differences).map { $0 - $1 }, clipped: clipped, silent: silent)
    }

    /// The differences of levels, of either sign, as numbers from 0 on.
    private static func changes(_ levels: [Int]) -> [UInt16] {
        var last = 0
        return levels.map { level in
            let change = level - last
            last = level
            return UInt16(change >= 0 ? change * 2 : -change * 2 - 1)
        }
    }

    private static func levels(_ changes: [UInt16]) -> [UInt8]? {
        var level = 0
        var levels: [UInt8] = []
        levels.reserveCapacity(changes.count)
        for change in changes {
            level += Int(change >> 1) ^ -Int(change & 1)
            guard let valid = UInt8(exactly: level) else { return nil }
            levels.append(valid)
        }
        return levels
    }
}

extension Rhythm {
    private static let format: UInt8 = 1

    /// The rhythm in a compact form: a byte or two for each beat, three for each hard point.
    package var bytes: [UInt8] {
        var writer = CompactWriter()
        writer.put(byte: Self.format)
        writer.put(beats.count)
        var (last, step) = (0, 0)
        for beat in beats {
            writer.put(signed: beat - last - step)
            (last, step) = (beat, beat - last)
        }
        writer.put(hardPoints.count)
        last = 0
        for point in hardPoints {
            writer.put((point.time - last) * 4 + Int(point.band.rawValue))
            writer.put(byte: point.strength)
            last = point.time
        }
        return writer.bytes
    }

    /// Nil for bytes that `bytes` does not write.
    package init?(bytes: some Collection<UInt8>) {
        var reader = CompactReader(bytes)
        guard reader.byte() == Self.format, let beatCount = reader.number(), beatCount <= reader.remaining else {
            return nil
        }
        var beats: [Int] = []
        var (last, step) = (0, 0)
        for _ in 0..<beatCount {
            guard let change = reader.signedNumber(), step + change >= 0,
                step + change < CompactReader.longest
            else { return nil }
            step += change
            last += step
            beats.append(last)
        }
        guard let pointCount = reader.number(), pointCount <= reader.remaining / 2 else { return nil }
        var points: [HardPoint] = []
        last = 0
        for _ in 0..<pointCount {
            guard let code = reader.number(), code < CompactReader.longest,
                let band = HardPoint.Band(rawValue: UInt8(code % 4)),
                let strength = reader.byte()
            else { return nil }
            last += code / 4
            points.append(HardPoint(time: last, strength: strength, band: band))
        }
        guard reader.isAtEnd else { return nil }
        self.init(beats: beats, hardPoints: points)
    }
}

extension CompactWriter {
    fileprivate mutating func put(_ tempo: Tempo) {
        put(tempo.beatsPerMinute)
        put(tempo.confidence)
        put(tempo.alternatives.count)
        for alternative in tempo.alternatives {
            put(byte: alternative.relation.rawValue)
            put(alternative.beatsPerMinute)
            put(alternative.strength)
        }
    }
}

extension CompactReader {
    fileprivate mutating func tempo() -> Tempo? {
        guard let beatsPerMinute = float(), beatsPerMinute > 0, let confidence = float(), let count = number(),
            count <= remaining / 9
        else { return nil }
        var alternatives: [Tempo.Alternative] = []
        for _ in 0..<count {
            guard let code = byte(), let relation = Tempo.Relation(rawValue: code), let speed = float(), speed > 0,
                let strength = float()
            else { return nil }
            alternatives.append(.init(beatsPerMinute: speed, strength: strength, relation: relation))
        }
        return Tempo(beatsPerMinute: beatsPerMinute, confidence: confidence, alternatives: alternatives)
    }

    fileprivate mutating func ranges() -> [TimeRange]? {
        guard let count = number(), count <= remaining / 2 else { return nil }
        var ranges: [TimeRange] = []
        var last = 0
        for _ in 0..<count {
            guard let change = signedNumber(), let length = number(), abs(change) < Self.longest,
                length < Self.longest, last + change >= 0
            else { return nil }
            let start = last + change
            last = start + length
            ranges.append(TimeRange(start: start, end: last))
        }
        return ranges
    }
}
