// @ts-check
// Similar tracks among those stored on the device, for use without a connection. Pure.

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/song-radio-model.js').Suggestion} Suggestion */

/**
 * Tracks by the same artists first, then of the same genres, then any. Each group is in random order.
 * @param {readonly TrackItem[]} tracks the stored tracks
 * @param {{ like: readonly string[], heard: readonly string[], limit: number }} wish IDs of tracks
 * @param {() => number} [random]
 * @returns {Suggestion[]}
 */
export function songsAmong(tracks, { like, heard, limit }, random = Math.random) {
    const seeds = tracks.filter(({ id }) => like.includes(id));
    const artists = new Set(seeds.flatMap((track) => track.artists.map(({ id }) => id)));
    const genres = new Set(seeds.flatMap((track) => track.genres));
    const gone = new Set([...like, ...heard]);
    return tracks
        .filter(({ id, rating }) => !gone.has(id) && (rating === undefined || rating > 1))
        .map((track) => {
            const genre = track.genres.find((one) => genres.has(one));
            const isByArtist = track.artists.some(({ id }) => artists.has(id));
            /** @type {Suggestion['reason']} */
            const reason = isByArtist ? { kind: 'artist' } : genre ? { kind: 'genre', genre } : { kind: 'library' };
            return { track, reason, place: (isByArtist ? 0 : genre ? 1 : 2) + random() };
        })
        .sort((a, b) => a.place - b.place)
        .slice(0, limit)
        .map(({ track, reason }) => ({ track, reason }));
}
