// @ts-check
// The quality in which this browser requests tracks.

/** @typedef {import('../core/preferences.js').Quality} Quality */

/** The highest bit rate in kbit/s; `original` is the file as it is. */
export const QUALITIES = /** @type {readonly Quality[]} */ (['original', '320', '192', '128', '96']);

/** By sound quality at the same bit rate, the best first. */
const FORMATS = /** @type {const} */ ([
    ['opus', 'audio/ogg; codecs="opus"'],
    ['aac', 'audio/aac'],
    ['m4a', 'audio/mp4; codecs="mp4a.40.2"'],
    ['mp3', 'audio/mpeg'],
]);

/**
 * The first format that this browser plays; MP3 if it claims to play none.
 * @param {(type: string) => string} canPlayType as that of a media element
 */
export function playableFormat(canPlayType) {
    return FORMATS.find(([, type]) => canPlayType(type) !== '')?.[0] ?? 'mp3';
}

/**
 * The query of a stream URL.
 * @param {object} wish
 * @param {Quality} wish.quality
 * @param {number} wish.fromMs the start position in the track
 * @param {boolean} wish.converted this browser does not play the file itself
 * @param {string} wish.format the target of a conversion
 */
export function streamQuery({ quality, fromMs, converted, format }) {
    const query = new URLSearchParams();
    if (quality !== 'original') query.set('bitrate', quality);
    if (converted) query.set('format', format);
    else if (quality !== 'original') query.set('fallback', format);
    if (fromMs > 0) query.set('offset', (fromMs / 1000).toFixed(3));
    return query.size > 0 ? `?${query}` : '';
}
