// @ts-check
// The system's own media keys, lock screen and headset buttons.

import { sizedImage } from '../core/images.js';

/** @param {import('./player.js').Player} player */
export function connectMediaSession(player) {
    const session = navigator.mediaSession;
    if (!session) return;

    /** @type {[MediaSessionAction, (details: MediaSessionActionDetails) => void][]} */
    const handlers = [
        ['play', () => player.play()],
        ['pause', () => player.pause()],
        ['nexttrack', () => player.next()],
        ['previoustrack', () => player.previous()],
        ['seekbackward', (details) => player.seekBy(-(details.seekOffset ?? 10) * 1000)],
        ['seekforward', (details) => player.seekBy((details.seekOffset ?? 10) * 1000)],
        ['seekto', (details) => player.seek((details.seekTime ?? 0) * 1000)],
        ['stop', () => player.pause()],
    ];
    for (const [action, handler] of handlers) {
        try {
            session.setActionHandler(action, handler);
        } catch {
            // This browser does not know the action.
        }
    }

    let shown = '';
    const update = () => {
        const track = player.current;
        session.playbackState = player.isPlaying ? 'playing' : track ? 'paused' : 'none';
        if ((track?.id ?? '') === shown) return;
        shown = track?.id ?? '';
        session.metadata = track
            ? new MediaMetadata({
                  title: track.title,
                  artist: track.artists.map((artist) => artist.name).join(', '),
                  album: track.album,
                  artwork: [128, 256, 512].flatMap((size) => {
                      const path = sizedImage(track.cover, size, 'jpeg');
                      return path
                          ? [{ src: new URL(path, location.origin).href, sizes: `${size}x${size}`, type: 'image/jpeg' }]
                          : [];
                  }),
              })
            : null;
    };
    player.addEventListener('change', update);
    player.addEventListener('queue', update);
    player.addEventListener('time', () => {
        const duration = player.durationMs / 1000;
        if (!session.setPositionState || !(duration > 0)) return;
        session.setPositionState({
            duration,
            position: Math.min(player.positionMs / 1000, duration),
            playbackRate: player.rate,
        });
    });
}
