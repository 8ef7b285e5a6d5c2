// @ts-check
// Finds the current line of lyrics, and splits lines into words and rows. Pure.

/** @typedef {import('../../core/types.js').LyricsLines} LyricsLine */

/**
 * The index of the line being sung: the last line that has begun and not ended; -1 between lines and before the first.
 * @param {readonly LyricsLine[]} lines sorted by time
 * @param {number} ms
 */
export function lineAt(lines, ms) {
    const index = lastBegun(lines, ms);
    const line = lines[index];
    return line && (line.endMs === undefined || ms < line.endMs) ? index : -1;
}

/**
 * The index of the last line that has begun, even if it has ended; -1 before the first.
 * @param {readonly LyricsLine[]} lines sorted by time
 * @param {number} ms
 */
export function lastBegun(lines, ms) {
    let low = 0;
    let high = lines.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if ((lines[middle].startMs ?? Infinity) <= ms) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/** The maximum difference between the times of one line in two files. */
const NEAR_MS = 500;

/**
 * The line nearest to `ms`, used to match a line of other lyrics. Of several lines at one time, the first.
 * @param {readonly LyricsLine[]} lines sorted by time
 * @param {number | undefined} ms
 */
export function lineNear(lines, ms) {
    if (ms === undefined) return undefined;
    const before = lines[lastBegun(lines, ms)]?.startMs ?? -Infinity;
    const after = lines[lastBegun(lines, ms) + 1]?.startMs ?? Infinity;
    const nearest = ms - before <= after - ms ? before : after;
    return Math.abs(nearest - ms) <= NEAR_MS ? lines.find((line) => line.startMs === nearest) : undefined;
}

/**
 * Splits a line into timed words and the text between them. Offsets count UTF-8 bytes; strings here count UTF-16.
 * @param {LyricsLine} line
 * @returns {{ text: string, startMs?: number }[]}
 */
export function pieces(line) {
    if (!line.words || line.words.length === 0) return [{ text: line.text }];
    const bytes = new TextEncoder().encode(line.text);
    const decoder = new TextDecoder();
    const found = [];
    let end = 0;
    for (const word of line.words) {
        if (word.byteStart > end) found.push({ text: decoder.decode(bytes.subarray(end, word.byteStart)) });
        found.push({ text: decoder.decode(bytes.subarray(word.byteStart, word.byteEnd)), startMs: word.startMs });
        end = word.byteEnd;
    }
    if (end < bytes.length) found.push({ text: decoder.decode(bytes.subarray(end)) });
    return found;
}

/**
 * A line with its background vocals in parentheses.
 * @param {LyricsLine} line
 */
export const wholeText = ({ text, background }) =>
    [text, background && `(${background.text})`].filter(Boolean).join(' ');

/**
 * Breaks a line into rows.
 * @param {string} text
 * @param {(row: string) => boolean} fits whether a text fits into a row
 */
export function rows(text, fits) {
    /** @type {string[]} */
    const found = [];
    for (const word of text.trim().split(/\s+/))
        cut(word, fits).forEach((piece, index) => {
            const row = found.pop() ?? '';
            const longer = row && index === 0 ? `${row} ${piece}` : row + piece;
            if (!row || fits(longer)) found.push(longer);
            else found.push(row, piece);
        });
    return found;
}

/**
 * Splits a text that is wider than a row: at words in scripts without spaces, or between characters.
 * @param {string} text @param {(row: string) => boolean} fits @param {readonly ('word' | 'grapheme')[]} cuts
 * @returns {string[]}
 */
function cut(text, fits, cuts = ['word', 'grapheme']) {
    const [granularity, ...finer] = cuts;
    if (!granularity || fits(text)) return [text];
    const segments = new Intl.Segmenter(undefined, { granularity }).segment(text);
    return [...segments].flatMap(({ segment }) => cut(segment, fits, finer));
}
