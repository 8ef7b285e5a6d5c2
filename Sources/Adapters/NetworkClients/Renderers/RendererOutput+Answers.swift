import Listening
import Primitives

/// Follows the renderer: reads how it plays, and takes over changes that were made at it.
extension RendererOutput {
    package func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: timing.pace)
            await hear()
        }
    }

    /// Asks the renderer how it goes.
    func hear() async {
        guard let playing = current, !playing.isPaused, !isCommanding, let device = device() else { return }
        let before = commands
        do {
            let info = try await ask("GetTransportInfo", [], device)
            let place = try await ask("GetPositionInfo", [], device)
            guard commands == before, current?.token == playing.token else { return }
            misses = 0
            understand(info, place)
            questions += 1
            if questions % 4 == 0 { await hearVolume(device) }
        } catch {
            guard commands == before, current?.token == playing.token else { return }
            misses += 1
            guard misses >= timing.misses else { return }
            misses = 0
            (current, next) = (nil, nil)
            onLoss()
            happened.yield(.died(playing.token))
        }
    }

    private func understand(_ info: [String: String], _ place: [String: String]) {
        guard var playing = current else { return }
        let (now, address) = (clock.now(), place["TrackURI"] ?? "")
        if let next, address == next.song.address {
            (current, self.next) = (next, nil)
            playing = next
            playing.movedAt = now
        } else if Self.isForeign(address, beside: playing.song.address) {
            // Somebody has given it something else to play.
            (current, next) = (nil, nil)
            happened.yield(.failed(playing.token, .soundSystem))
            return
        }
        switch info["CurrentTransportState"] {
        case "PLAYING":
            let offset = RendererSong.time(place["RelTime"] ?? "")
            if let offset {
                // It tells whole seconds: the middle of this one.
                let position = playing.song.start + offset + .milliseconds(500)
                if playing.heard?.position != position || offset == .zero && !playing.hasSounded {
                    playing.movedAt = now
                    playing.heard = (position, now)
                    happened.yield(.sounds(playing.token, at: position))
                }
            } else {
                playing.movedAt = now
            }
            playing.hasSounded = true
            current = playing
            guard now - playing.movedAt > timing.patience else { return }
            (current, next) = (nil, nil)
            happened.yield(.failed(playing.token, .song))
        case "PAUSED_PLAYBACK":
            playing.isPaused = true
            current = playing
            happened.yield(.paused(playing.token))
        case "STOPPED", "NO_MEDIA_PRESENT":
            guard playing.hasSounded || now - playing.movedAt > timing.patience / 3 else { return }
            let isFailed = info["CurrentTransportStatus"] == "ERROR_OCCURRED" || !playing.hasSounded
            (current, next) = (nil, nil)
            happened.yield(isFailed ? .failed(playing.token, .song) : .ended(playing.token))
        default: break
        }
    }

    /// Whether an address is of another server than the song's.
    private static func isForeign(_ address: String, beside own: String) -> Bool {
        let origin = own.split(separator: "/", maxSplits: 3).prefix(2).joined(separator: "//") + "/"
        return !address.isEmpty && !address.hasPrefix(origin)
    }

    private func hearVolume(_ device: RendererDevice) async {
        let before = commands
        guard let address = device.volume, let level,
            let answer = try? await client.call(
                "GetVolume", of: .volume, at: address, [("InstanceID", "0"), ("Channel", "Master")]),
            let heard = answer["CurrentVolume"].flatMap({ Int($0) }), (0...device.loudest).contains(heard),
            commands == before, heard != level, let current
        else { return }
        self.level = heard
        happened.yield(.volume(current.token, heard * 100 / device.loudest))
    }
}
