// @ts-check
// Problems in a submission's values that a moderator should check: missing and unlikely ones. Pure.

/** @typedef {import('../submissions/model.js').Submission} Submission */
/** @typedef {{ code: string, values?: Record<string, string | number> }} Oddity `values` fill its sentence */

/** Lossless formats. A low bit rate is no problem in them. */
const LOSSLESS = ['flac', 'alac', 'wav', 'wavpack', 'ape', 'aiff', 'pcm', 'tta'];
const FIRST_RECORDING = 1860;
const [SHORT_MS, LONG_MS] = [30_000, 20 * 60_000];
const [LOW_KBPS, LOW_HZ] = [128, 44_100];

/** Titles that are a file name: a leading number, an extension, or a placeholder for an unknown title. */
const FILE_NAME = /^\d{1,3}\s*[._-]\s*\S|\.(mp3|flac|ogg|opus|m4a|wav|wma|aiff?)$|_\S*_/i;
const NAMELESS = /^(track|audio|title|untitled|unknown|utwór|ścieżka|pista|sin título)\s*\d*$/i;
/** UTF-8 decoded with the wrong encoding, and replacement characters. */
const GARBLED = /Ã[\u0080-\u00bf]|â€|Å[\u0080-\u00bf]|\ufffd/;

/**
 * @param {Submission} one
 * @param {Date} [now]
 * @returns {Oddity[]} missing values first
 */
export function oddities(one, now = new Date()) {
    return [...missing(one), ...unlikely(one, now), ...poor(one)];
}

/** @param {Submission} one @returns {Oddity[]} */
function missing({ artists, album, cover, genres, year, trackNumber }) {
    const found = [
        artists.length === 0 && 'noArtist',
        !album && 'noAlbum',
        !cover && 'noCover',
        genres.length === 0 && 'noGenre',
        year === undefined && 'noYear',
        album && trackNumber === undefined && 'noNumber',
    ];
    return found.flatMap((code) => (code ? [{ code }] : []));
}

/** @param {Submission} one @param {Date} now @returns {Oddity[]} */
function unlikely({ title, artists, album, year }, now) {
    /** @type {Oddity[]} */
    const found = [];
    const letters = title.replace(/[^\p{L}]/gu, '');
    const names = artists.map((artist) => artist.toLocaleLowerCase()).filter(Boolean);
    if (FILE_NAME.test(title) || NAMELESS.test(title.trim())) found.push({ code: 'fileName' });
    if (names.some((name) => title.toLocaleLowerCase().startsWith(`${name} - `))) found.push({ code: 'artistInTitle' });
    if (letters.length > 5 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
        found.push({ code: 'capitals' });
    if ([title, album ?? '', ...artists].some((text) => GARBLED.test(text))) found.push({ code: 'garbled' });
    // Formatted as text, so that the year has no thousands separator.
    if (year !== undefined && (year > now.getFullYear() + 1 || year < FIRST_RECORDING))
        found.push({ code: 'year', values: { year: String(year) } });
    return found;
}

/** @param {Submission} one @returns {Oddity[]} */
function poor({ durationMs, codec, bitrateKbps, sampleRateHz, channels }) {
    /** @type {Oddity[]} */
    const found = [];
    if (durationMs < SHORT_MS) found.push({ code: 'short' });
    if (durationMs > LONG_MS) found.push({ code: 'long' });
    if (bitrateKbps && bitrateKbps < LOW_KBPS && !LOSSLESS.includes(codec.toLowerCase()))
        found.push({ code: 'bitrate', values: { rate: bitrateKbps } });
    if (sampleRateHz && sampleRateHz < LOW_HZ) found.push({ code: 'sampleRate', values: { rate: sampleRateHz } });
    if (channels === 1) found.push({ code: 'mono' });
    return found;
}
