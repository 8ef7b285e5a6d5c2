import Signal

/// How much louder each part of the spectrum becomes from frame to frame: where notes and drums begin.
///
/// The spectral flux of logarithmic levels against the loudest neighbor two frames before, so that vibrato does not
/// count. See S. Böck and G. Widmer, "Maximum filter vibrato suppression for onset detection" (DAFx 2013).
struct OnsetEnvelope {
    /// Frames between the levels that are compared: 23 ms.
    private static let lag = 2
    /// −60 dB: quieter changes do not count.
    private static let floor: Float = -20
    /// Six hours: onsets after that are not looked for.
    private static let mostSeconds = 6 * 3600
    /// Groups of samples whose energy is stored, to find the exact time of an onset.
    static let grain = 64

    /// The flux of each band of `HardPoint.Band`, a mean of its mel bands, for each frame of `MelGrid`.
    private(set) var bands: [[Float]] = [[], [], []]
    /// The energy of each `grain` samples of 22,050 Hz, of the difference of neighboring samples.
    private(set) var energies: [Float] = []

    private let limits = [0, MelGrid.band(above: 200), MelGrid.band(above: 2000), MelGrid.bandCount]
    /// The last frames, the oldest first.
    private var before: [[Float]] = []
    private var lastSample: Float = 0
    private var grainEnergy: Float = 0
    private var grainSamples = 0

    /// Flux of all bands together.
    var total: [Float] {
        bands[0].indices.map { 0.4 * bands[0][$0] + 0.35 * bands[1][$0] + 0.25 * bands[2][$0] }
    }

    mutating func add(levels: UnsafeBufferPointer<Float>) {
        guard bands[0].count < Self.mostSeconds * MelGrid.sampleRate / MelGrid.hop else { return }
        let current = levels.map { max(Self.floor, $0) }
        guard before.count == Self.lag else {
            before.append(current)
            for band in bands.indices { bands[band].append(0) }
            return
        }
        let old = before[0]
        for group in bands.indices {
            var sum: Float = 0
            for band in limits[group]..<limits[group + 1] {
                let highest = max(old[max(0, band - 1)], old[band], old[min(MelGrid.bandCount - 1, band + 1)])
                sum += max(0, current[band] - highest)
            }
            bands[group].append(sum / Float(limits[group + 1] - limits[group]))
        }
        before.removeFirst()
        before.append(current)
    }

    mutating func add(samples: UnsafeBufferPointer<Float>) {
        guard energies.count < (Self.mostSeconds + 1) * MelGrid.sampleRate / Self.grain else { return }
        var (last, energy, count) = (lastSample, grainEnergy, grainSamples)
        for sample in samples {
            let change = sample - last
            energy += change * change
            last = sample
            count += 1
            if count == Self.grain {
                energies.append(energy)
                (energy, count) = (0, 0)
            }
        }
        (lastSample, grainEnergy, grainSamples) = (last, energy, count)
    }

    /// The time of an onset in seconds: the steepest rise of the energy around a frame.
    func time(ofFrame frame: Int) -> Double {
        // Logarithmic levels rise when the window first touches the sound: that is up to half a window later.
        let perFrame = MelGrid.hop / Self.grain
        let (first, last) = (frame * perFrame - 3 * perFrame, frame * perFrame + 3 * perFrame)
        let width = 3
        var best = (rise: Float(0), grain: frame * perFrame)
        for grain in max(width, first)...max(width, first, last) where grain + width <= energies.count {
            let before = energies[grain - width..<grain].reduce(1e-7, +)
            let after = energies[grain..<grain + width].reduce(1e-7, +)
            // The ratio, of a rise that is loud: a click in silence and a drum over a chord.
            let rise = (after - before) * (after / before).squareRoot()
            if rise > best.rise { best = (rise, grain) }
        }
        return Double(best.grain * Self.grain) / Double(MelGrid.sampleRate)
    }
}
