// @ts-check
// Parses pasted text with its LRC markup: times of lines and words, voices, and background vocals.
// Pure.

/** @typedef {import('./model.js').Line} Line */
/** @typedef {Pick<Line, 'text' | 'startMs' | 'endMs' | 'words' | 'agent' | 'background'>} Read */

const TIME = String.raw`(\d{1,3}):(\d{2})(?:[.:](\d{1,3}))?`;
const STAMP = new RegExp(String.raw`^\s*\[${TIME}\]`);
const MARK = new RegExp(`<${TIME}>`);
const BACKGROUND = /^\s*\[bg:(.*)\]\s*$/i;
const TAG = /^\s*\[[a-z#]+:.*\]\s*$/i;
const VOICE = /^\s*(v\d{1,2}):/;
/** The server's limit. */
const MOST_WORDS = 200;

const encoder = new TextEncoder();
/** @param {string} text */
const bytes = (text) => encoder.encode(text).length;

/** @param {(string | undefined)[]} found minutes, seconds and the fraction */
const milliseconds = ([minutes, seconds, fraction]) =>
    Math.round((Number(minutes) * 60 + Number(seconds) + (fraction ? Number(`0.${fraction}`) : 0)) * 1000);

/**
 * Replaces characters that are not allowed in a line.
 * @param {string} text
 */
const clean = (text) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').trim();

/**
 * Parses a line with a time before each word. A time at the end is the end of the line.
 * @param {string} raw @param {number | undefined} startMs the start of the text before the first time
 * @returns {Read}
 */
function timed(raw, startMs) {
    const [first, ...rest] = clean(raw).split(MARK);
    /** @type {NonNullable<Read['words']>} */
    const words = [];
    let text = '';
    let now = startMs ?? 0;
    const add = (/** @type {string} */ part) => {
        const from = text ? part : part.trimStart();
        const word = from.trim();
        const byteStart = bytes(text + from.slice(0, from.length - from.trimStart().length));
        if (word) words.push({ startMs: now, byteStart, byteEnd: byteStart + bytes(word) });
        text += from;
    };
    add(first);
    /** @type {number | undefined} */
    let endMs;
    for (let place = 0; place < rest.length; place += 4) {
        now = Math.max(now, milliseconds(rest.slice(place, place + 3)));
        endMs = rest[place + 3].trim() ? undefined : now;
        add(rest[place + 3]);
    }
    text = text.trimEnd();
    return rest.length > 0 && startMs !== undefined && words.length <= MOST_WORDS
        ? { text, words, ...(endMs !== undefined && { endMs }) }
        : { text };
}

/**
 * A repeated line at one of its times.
 * @param {Read} line its words are timed for `from` @param {number} startMs @param {number} from @returns {Read}
 */
function at(line, startMs, from) {
    const by = startMs - from;
    return {
        ...line,
        startMs,
        ...(line.endMs !== undefined && { endMs: line.endMs + by }),
        ...(line.words && { words: line.words.map((word) => ({ ...word, startMs: word.startMs + by })) }),
    };
}

/**
 * Parses a pasted text into lines.
 * @param {string} text
 * @returns {Read[]}
 */
export function readText(text) {
    /** @type {Read[]} */
    const lines = [];
    /** @type {Read[]} the lines of the previous row */
    let before = [];
    for (const raw of text.replace(/\r\n?/g, '\n').split('\n')) {
        let rest = raw;
        /** @type {number[]} */
        const times = [];
        for (let stamp = STAMP.exec(rest); stamp; stamp = STAMP.exec(rest)) {
            times.push(milliseconds(stamp.slice(1)));
            rest = rest.slice(stamp[0].length);
        }
        if (times.length === 0) {
            const [, behind] = BACKGROUND.exec(raw) ?? [];
            if (behind) for (const one of before) one.background = { text: timed(behind, undefined).text, agent: 'bg' };
            else if (!TAG.test(raw)) lines.push(...(before = [timed(raw, undefined)]));
            continue;
        }
        const [mark, agent] = VOICE.exec(rest) ?? [];
        const from = Math.min(...times);
        const line = timed(rest.slice(mark?.length ?? 0), from);
        before = times.map((startMs) => ({ ...at(line, startMs, from), ...(agent && { agent }) }));
        lines.push(...before);
    }
    const isMeant = (/** @type {Read} */ { text: words, startMs }) => words || startMs !== undefined;
    while (lines.length > 0 && !isMeant(lines[0])) lines.shift();
    while (lines.length > 0 && !isMeant(lines[lines.length - 1])) lines.pop();
    return lines.some((one) => one.startMs !== undefined) ? inOrder(lines) : lines;
}

/**
 * Sorts the lines by time. A time without text ends the previous line.
 * @param {Read[]} lines
 */
function inOrder(lines) {
    /** @type {Read[]} */
    const found = [];
    for (const one of lines.sort((a, b) => (a.startMs ?? Infinity) - (b.startMs ?? Infinity))) {
        const before = found[found.length - 1];
        if (one.text) found.push(one);
        else if (before?.startMs !== undefined && one.startMs !== undefined) before.endMs ??= one.startMs;
    }
    return found;
}
