// @ts-check
// The document that the editor works on: lines with times, words, voices and other languages. Pure; every change
// returns a new document.

/** @typedef {import('../../core/types.js').Lyrics} Lyrics */
/** @typedef {{ startMs: number, endMs?: number, byteStart: number, byteEnd: number }} Word */
/** @typedef {{ text: string, words?: Word[] }} Other a line in another language */
/**
 * @typedef {object} Line
 * @property {number} key
 * @property {string} text
 * @property {number} [startMs]
 * @property {number} [endMs]
 * @property {Word[]} [words]
 * @property {string} [agent]
 * @property {{ text: string, agent: string, words?: Word[] }} [background]
 * @property {Other[]} others one for each of the document's parts
 */
/** @typedef {{ kind: 'translation' | 'pronunciation', language: string }} Part */
/**
 * @typedef {object} Doc
 * @property {string} language
 * @property {Lyrics['agents']} agents
 * @property {Part[]} parts the other languages
 * @property {Line[]} lines
 */

const encoder = new TextEncoder();
let keys = 0;

/** @param {number} count @returns {Other[]} */
const blanks = (count) => Array.from({ length: count }, () => ({ text: '' }));

/** @param {string} text @param {number} others @param {Partial<Line>} [more] @returns {Line} */
const line = (text, others, more = {}) => ({ key: ++keys, text, others: blanks(others), ...more });

/**
 * Converts the server's lyrics to a document: the main lyrics, then the other languages.
 * @param {readonly Lyrics[]} items
 * @returns {Doc}
 */
export function fromLyrics(items) {
    const [main, ...rest] = items;
    const parts = rest.map(({ kind, language }) => ({
        kind: /** @type {Part['kind']} */ (kind),
        language: language ?? '',
    }));
    const lines = (main?.lines ?? []).map((one, index) => ({
        ...line(one.text, 0, {
            startMs: one.startMs,
            endMs: one.endMs,
            words: one.words,
            agent: one.agent,
            background: one.background,
        }),
        others: rest.map((part) => {
            const found = part.synced
                ? part.lines.find((other) => other.startMs === one.startMs)
                : part.lines[index];
            return { text: found?.text ?? '', words: found?.words };
        }),
    }));
    return { language: main?.language ?? '', agents: main?.agents ?? [], parts, lines };
}

/**
 * The number of lines with text but without a time.
 * @param {Doc} doc
 */
export const untimed = (doc) => doc.lines.filter((one) => one.text.trim() && one.startMs === undefined).length;

/**
 * Whether any line has a time.
 * @param {Doc} doc
 */
export const isTimed = (doc) => doc.lines.some((one) => one.startMs !== undefined);

/**
 * Converts the document to the server's format: with times if any line has one, as plain text if `plain`.
 * @param {Doc} doc
 * @param {{ plain?: boolean }} options
 */
export function toLyrics(doc, { plain = false } = {}) {
    const timed = !plain && isTimed(doc);
    const lines = timed ? doc.lines.filter((one) => one.text.trim()) : trimmed(doc.lines);
    if (!lines.some((one) => one.text.trim())) return [];
    const language = (/** @type {string} */ code) => code.trim().toLowerCase() || undefined;
    const main = {
        language: language(doc.language),
        kind: 'main',
        agents: doc.agents.filter((one) => one.role !== 'background').map((one) => ({ ...one })),
        lines: lines.map((one) => ({
            startMs: timed ? one.startMs : undefined,
            endMs: timed ? one.endMs : undefined,
            text: one.text,
            agent: one.agent,
            words: timed && one.words?.length ? one.words : undefined,
            background: one.background && {
                text: one.background.text,
                words: timed ? one.background.words : undefined,
            },
        })),
    };
    const others = doc.parts.map(({ kind, language: code }, part) => ({
        language: language(code),
        kind,
        agents: [],
        lines: lines
            .map((one) => ({
                startMs: timed ? one.startMs : undefined,
                text: one.others[part]?.text.trim() ?? '',
                words: timed && one.others[part]?.words?.length ? one.others[part].words : undefined,
            }))
            .filter((one) => !timed || one.text),
    }));
    return [main, ...others.filter((part) => part.lines.some((one) => one.text))];
}

/**
 * The lines without blank lines at the ends, and with at most one between verses.
 * @param {Line[]} lines
 */
function trimmed(lines) {
    const kept = lines.filter((one, index) => one.text.trim() || lines[index - 1]?.text.trim());
    while (kept.length > 0 && !kept[kept.length - 1].text.trim()) kept.pop();
    return kept;
}

/**
 * The lyrics for the preview, as if they were saved.
 * @param {Doc} doc
 * @returns {Lyrics[]}
 */
export function preview(doc) {
    const timed = isTimed(doc) && untimed(doc) === 0;
    return /** @type {Lyrics[]} */ (
        /** @type {unknown} */ (toLyrics(doc, { plain: !timed }).map((part) => ({
            ...part,
            lines: [...part.lines].sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0)),
            source: 'written',
            synced: timed,
        })))
    );
}

/**
 * The words of a text with their positions in UTF-8 bytes.
 * @param {string} text
 */
export function wordsOf(text) {
    return [...text.matchAll(/\S+/gu)].map((match) => {
        const byteStart = encoder.encode(text.slice(0, match.index)).length;
        return { byteStart, byteEnd: byteStart + encoder.encode(match[0]).length };
    });
}

/**
 * Changes one line.
 * @param {Doc} doc @param {number} index @param {(line: Line) => Line} change
 * @returns {Doc}
 */
export const changed = (doc, index, change) => ({
    ...doc,
    lines: doc.lines.map((one, place) => (place === index ? change(one) : one)),
});

/**
 * Transfers the times of words to a new text with the same number of words; undefined otherwise.
 * @param {Word[] | undefined} words
 * @param {string} text
 */
function moved(words, text) {
    const places = wordsOf(text);
    return words && words.length === places.length
        ? words.map((word, index) => ({ ...word, ...places[index] }))
        : undefined;
}

/** @param {Doc} doc @param {number} index @param {string} text */
export const setText = (doc, index, text) =>
    changed(doc, index, (one) => ({ ...one, text, words: moved(one.words, text) }));

/** @param {Doc} doc @param {number} index @param {number} part @param {string} text */
export const setOther = (doc, index, part, text) =>
    changed(doc, index, (one) => ({
        ...one,
        others: one.others.map((other, place) => (place === part ? { text, words: moved(other.words, text) } : other)),
    }));

/** @param {Word[] | undefined} words @param {number} by */
const shiftedWords = (words, by) =>
    words?.map((word) => ({
        ...word,
        startMs: Math.max(0, word.startMs + by),
        endMs: word.endMs === undefined ? undefined : Math.max(0, word.endMs + by),
    }));

/** @param {Line} one @param {number} by @returns {Line} */
function shiftedLine(one, by) {
    if (one.startMs === undefined) return one;
    return {
        ...one,
        startMs: Math.max(0, one.startMs + by),
        endMs: one.endMs === undefined ? undefined : Math.max(0, one.endMs + by),
        words: shiftedWords(one.words, by),
        background: one.background && { ...one.background, words: shiftedWords(one.background.words, by) },
        others: one.others.map((other) => ({ ...other, words: shiftedWords(other.words, by) })),
    };
}

/**
 * Moves all times later by some milliseconds, or earlier if negative.
 * @param {Doc} doc
 * @param {number} by
 * @returns {Doc}
 */
export const shift = (doc, by) => ({ ...doc, lines: doc.lines.map((one) => shiftedLine(one, by)) });

/**
 * Moves a line with its words to another time; undefined removes its times.
 * @param {Doc} doc @param {number} index @param {number | undefined} ms
 */
export const setStart = (doc, index, ms) =>
    changed(doc, index, (one) => {
        if (ms === undefined)
            return {
                ...one,
                startMs: undefined,
                endMs: undefined,
                words: undefined,
                background: one.background && { ...one.background, words: undefined },
                others: one.others.map(({ text }) => ({ text })),
            };
        const start = Math.max(0, Math.round(ms));
        return one.startMs === undefined ? { ...one, startMs: start } : shiftedLine(one, start - one.startMs);
    });

/** @param {Doc} doc @param {number} index @param {number} ms */
export const setEnd = (doc, index, ms) =>
    changed(doc, index, (one) =>
        one.startMs === undefined || ms < one.startMs ? one : { ...one, endMs: Math.round(ms) },
    );

/**
 * Assigns the song's next voice to a line.
 * @param {Doc} doc
 * @param {number} index
 * @returns {Doc}
 */
export function nextVoice(doc, index) {
    const singers = doc.agents.filter((one) => one.role !== 'background');
    const agents = singers.length > 1 ? doc.agents : /** @type {Doc['agents']} */ ([
        { id: 'v1', role: 'main' }, { id: 'v2', role: 'voice' },
    ]);
    const ids = agents.filter((one) => one.role !== 'background').map((one) => one.id);
    const place = Math.max(0, ids.indexOf(doc.lines[index].agent ?? ids[0]));
    const named = { ...doc, agents, lines: doc.lines.map((one) => ({ ...one, agent: one.agent ?? ids[0] })) };
    return changed(named, index, (one) => ({ ...one, agent: ids[(place + 1) % ids.length] }));
}

/**
 * The number of a line's voice, starting at 1.
 * @param {Doc} doc
 * @param {Line} one
 */
export function voiceNumber(doc, one) {
    const ids = doc.agents.filter((agent) => agent.role !== 'background').map((agent) => agent.id);
    return Math.max(0, ids.indexOf(one.agent ?? '')) + 1;
}
