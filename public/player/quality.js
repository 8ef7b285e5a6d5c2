// @ts-check
// In which quality this browser has tracks sent.

/** @typedef {import('../core/preferences.js').Quality} Quality */

/** Kbit/s at most; `original` is the file as it is. */
export const QUALITIES = /** @type {readonly Quality[]} */ (['original', '320', '192', '128', '96']);

/** Best first: what sounds best at the same bit rate. */
const FORMATS = /** @type {const} */ ([
    ['opus', 'audio/ogg; codecs="opus"'],
    ['aac', 'audio/aac'],
    ['m4a', 'audio/mp4; codecs="mp4a.40.2"'],
    ['mp3', 'audio/mpeg'],
]);

/**
 * The first format that this browser plays; MP3 where it says that it plays none.
 * @param {(type: string) => string} canPlayType as that of a media element
 */
export function playableFormat(canPlayType) {
    return FORMATS.find(([, type]) => canPlayType(type) !== '')?.[0] ?? 'mp3';
}

/**
 * The query of a stream's address.
 * @param {object} wish
 * @param {Quality} wish.quality
 * @param {number} wish.fromMs where in the track it is to begin
 * @param {boolean} wish.converted it must not be the file, which this browser does not play
 * @param {string} wish.format what to convert to
 */
export function streamQuery({ quality, fromMs, converted, format }) {
    const query = new URLSearchParams();
    if (quality !== 'original') query.set('bitrate', quality);
    if (converted) query.set('format', format);
    else if (quality !== 'original') query.set('fallback', format);
    if (fromMs > 0) query.set('offset', (fromMs / 1000).toFixed(3));
    return query.size > 0 ? `?${query}` : '';
}
