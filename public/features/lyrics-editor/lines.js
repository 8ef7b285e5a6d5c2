// @ts-check
// Operations on whole lines: paste, split, join, insert, remove; other languages; timing by taps. Pure.

import { changed, setStart, wordsOf } from './model.js';
import { readText } from './text.js';

/** @typedef {import('./model.js').Doc} Doc */
/** @typedef {import('./model.js').Line} Line */
/** @typedef {import('./model.js').Part} Part */

let keys = 0;

/** @param {string} text @param {number} others @param {Partial<Line>} [more] @returns {Line} */
const line = (text, others, more = {}) => ({
    key: --keys,
    text,
    others: Array.from({ length: others }, () => ({ text: '' })),
    ...more,
});

/**
 * @param {Line[]} lines @param {number} at @param {number} count how many lines to remove @param {Line[]} more their
 *   replacements
 */
const spliced = (lines, at, count, ...more) => [...lines.slice(0, at), ...more, ...lines.slice(at + count)];

/**
 * Replaces all lines.
 * @param {Doc} doc
 * @param {string} text
 * @returns {Doc}
 */
export function paste(doc, text) {
    const lines = readText(text).map((one) => line(one.text, doc.parts.length, one));
    const voices = [...new Set(lines.flatMap(({ agent }) => agent ?? []))].sort();
    if (voices.length === 0) return { ...doc, lines };
    const [main] = voices;
    return {
        ...doc,
        agents: voices.map((id) => ({ id, role: id === main ? 'main' : 'voice' })),
        lines: lines.map((one) => ({ ...one, agent: one.agent ?? main })),
    };
}

/**
 * Sets the lines of another language, one for each line with text.
 * @param {Doc} doc
 * @param {number} part
 * @param {string} text
 * @returns {Doc}
 */
export function pasteOther(doc, part, text) {
    const texts = readText(text).map((one) => one.text).filter(Boolean);
    return {
        ...doc,
        lines: doc.lines.map((one) => {
            if (!one.text.trim()) return one;
            const other = { text: texts.shift() ?? '' };
            return { ...one, others: one.others.map((old, place) => (place === part ? other : old)) };
        }),
    };
}

/** @param {Doc} doc @param {Part} part @returns {Doc} */
export const addPart = (doc, part) => ({
    ...doc,
    parts: [...doc.parts, part],
    lines: doc.lines.map((one) => ({ ...one, others: [...one.others, { text: '' }] })),
});

/** @param {Doc} doc @param {number} part @returns {Doc} */
export const removePart = (doc, part) => ({
    ...doc,
    parts: doc.parts.filter((_, place) => place !== part),
    lines: doc.lines.map((one) => ({ ...one, others: one.others.filter((_, place) => place !== part) })),
});

/** @param {Doc} doc @param {number} index insert after this line; -1 for the start @returns {Doc} */
export const insert = (doc, index) => ({
    ...doc,
    lines: spliced(doc.lines, index + 1, 0, line('', doc.parts.length, { agent: doc.lines[index]?.agent })),
});

/** @param {Doc} doc @param {number} index @returns {Doc} */
export const remove = (doc, index) => ({ ...doc, lines: spliced(doc.lines, index, 1) });

/**
 * Splits a line at a position in its text. The second line starts with its first word if that has a time.
 * @param {Doc} doc @param {number} index @param {number} at @returns {Doc}
 */
export function split(doc, index, at) {
    const one = doc.lines[index];
    const [before, after] = [one.text.slice(0, at), one.text.slice(at)];
    const place = new TextEncoder().encode(before + after.slice(0, after.length - after.trimStart().length)).length;
    const firsts = one.words?.filter((word) => word.byteEnd <= place);
    const rest = one.words
        ?.filter((word) => word.byteStart >= place)
        .map((word) => ({ ...word, byteStart: word.byteStart - place, byteEnd: word.byteEnd - place }));
    const head = { ...one, text: before.trimEnd(), words: firsts?.length ? firsts : undefined, endMs: undefined };
    const tail = line(after.trim(), doc.parts.length, {
        agent: one.agent,
        startMs: rest?.[0]?.startMs,
        endMs: rest?.length ? one.endMs : undefined,
        words: rest?.length ? rest : undefined,
    });
    return { ...doc, lines: spliced(doc.lines, index, 1, head, tail) };
}

/**
 * Joins a line with the next one.
 * @param {Doc} doc
 * @param {number} index
 * @returns {Doc}
 */
export function join(doc, index) {
    const [one, next] = [doc.lines[index], doc.lines[index + 1]];
    if (!next) return doc;
    const space = one.text && next.text ? ' ' : '';
    const offset = new TextEncoder().encode(one.text + space).length;
    const words = [
        ...(one.words ?? []),
        ...(next.words ?? []).map((word) => ({
            ...word,
            byteStart: word.byteStart + offset,
            byteEnd: word.byteEnd + offset,
        })),
    ];
    const isOpen = words[0]?.endMs === undefined;
    const whole = words.length > 0 && words.every((word) => (word.endMs === undefined) === isOpen);
    const joined = {
        ...one,
        text: one.text + space + next.text,
        startMs: one.startMs ?? next.startMs,
        endMs: next.endMs,
        words: whole ? words : undefined,
        others: one.others.map((other, part) => ({
            text: [other.text, next.others[part]?.text].filter(Boolean).join(' '),
        })),
    };
    return { ...doc, lines: spliced(doc.lines, index, 2, joined) };
}

/** @typedef {{ line: number, word: number }} Aim the target of the next tap; `word` is 0 when lines are timed */

/**
 * The index of the next line with text, from `index` on; the number of lines if there is none.
 * @param {Doc} doc
 * @param {number} index
 */
export function nextLine(doc, index) {
    let place = Math.max(0, index);
    while (place < doc.lines.length && !doc.lines[place].text.trim()) place += 1;
    return place;
}

/**
 * Sets the time of the aimed word or line, and moves the aim to the next one.
 * @param {Doc} doc @param {Aim} aim @param {number} ms @param {boolean} words whether words are timed
 * @returns {{ doc: Doc, aim: Aim }}
 */
export function tap(doc, aim, ms, words) {
    const one = doc.lines[aim.line];
    if (!one) return { doc, aim };
    const now = Math.round(ms);
    if (!words) return { doc: setStart(doc, aim.line, now), aim: { line: nextLine(doc, aim.line + 1), word: 0 } };
    const places = wordsOf(one.text);
    const earlier = aim.word === 0 ? [] : (one.words ?? []).slice(0, aim.word).map(({ endMs: _, ...word }) => word);
    const startMs = Math.max(now, earlier[earlier.length - 1]?.startMs ?? 0);
    const begun = aim.word === 0 ? setStart(doc, aim.line, now) : doc;
    const timed = changed(begun, aim.line, (old) => ({
        ...old,
        endMs: aim.word === 0 ? undefined : old.endMs,
        words: [...earlier, { startMs, ...places[aim.word] }],
    }));
    const isLast = aim.word + 1 >= places.length;
    return {
        doc: timed,
        aim: isLast ? { line: nextLine(doc, aim.line + 1), word: 0 } : { line: aim.line, word: aim.word + 1 },
    };
}
