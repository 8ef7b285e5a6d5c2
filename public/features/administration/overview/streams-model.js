// @ts-check
// Combines the requests that serve one listener into one stream. Pure.

/**
 * @typedef {{ personId: string, person: string, username?: string, picture?: string, visitor: boolean,
 *   address: string, trackId: string, title?: string, artist?: string, album?: string, cover?: string,
 *   durationMs?: number, format: string, bitrate: number, converted: boolean, since: string, sent: number,
 *   client?: string, positionMs?: number, paused?: boolean }} Stream
 */

/** @param {Stream} stream */
export const streamKey = ({ personId, visitor, address, trackId, format, bitrate }) =>
    [personId, visitor ? 'visitor' : '', address, trackId, format, bitrate].join(' ');

/**
 * Merges the requests of one player for one track into one stream.
 * @param {readonly Stream[]} streams
 * @returns {Stream[]}
 */
export function merged(streams) {
    /** @type {Map<string, Stream>} */
    const found = new Map();
    for (const stream of streams) {
        const key = streamKey(stream);
        const known = found.get(key);
        found.set(
            key,
            known
                ? {
                      ...known,
                      sent: known.sent + stream.sent,
                      since: known.since < stream.since ? known.since : stream.since,
                  }
                : stream,
        );
    }
    return [...found.values()];
}

/**
 * The listener's progress through the track, 0...1; undefined when the player does not report it.
 * @param {Stream} stream
 */
export function progress({ positionMs, durationMs }) {
    if (positionMs === undefined || !durationMs) return undefined;
    return Math.min(1, Math.max(0, positionMs / durationMs));
}
