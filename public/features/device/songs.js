// @ts-check
// Songs like some others among those that are stored on the device, for times without a connection. Pure.

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/song-radio-model.js').Suggestion} Suggestion */

/**
 * Those by an artist of the others first, then those of one of their genres, then any; each part in random order.
 * @param {readonly TrackItem[]} tracks that are stored
 * @param {{ like: readonly string[], heard: readonly string[], limit: number }} wish ids of tracks
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
