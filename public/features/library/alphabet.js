// @ts-check
// Picks the letters that fit beside a long list.

/** @typedef {{ letter: string, index: number }} Letter */

const SCRIPTS = [
    'Latin',
    'Greek',
    'Cyrillic',
    'Hebrew',
    'Arabic',
    'Thai',
    'Hangul',
    'Han',
    'Hiragana',
    'Devanagari',
    'Armenian',
    'Georgian',
];

/** @param {string} letter */
function script(letter) {
    return SCRIPTS.find((name) => new RegExp(`^\\p{Script=${name}}`, 'u').test(letter)) ?? 'other';
}

/**
 * At most `most` letters. Each script other than the list's main one is cut to its first letter. Then all other
 * scripts together get one letter. Then letters are dropped at even distances.
 * @param {readonly Letter[]} letters in the list's order
 * @param {number} total
 * @param {number} most
 * @returns {Letter[]}
 */
export function fitting(letters, total, most) {
    if (letters.length <= most) return [...letters];
    /** @type {Map<string, number>} */
    const sizes = new Map();
    letters.forEach(({ letter, index }, place) => {
        const name = script(letter);
        sizes.set(name, (sizes.get(name) ?? 0) + (letters[place + 1]?.index ?? total) - index);
    });
    const main = [...sizes].sort((one, other) => other[1] - one[1])[0]?.[0];
    /** @type {Set<string>} */
    const seen = new Set();
    const isMain = (/** @type {Letter} */ { letter }) => letter === '#' || script(letter) === main;
    let kept = letters.filter((entry) => {
        if (isMain(entry)) return true;
        const name = script(entry.letter);
        if (seen.has(name)) return false;
        seen.add(name);
        return true;
    });
    if (kept.length > most) {
        const first = kept.find((entry) => !isMain(entry));
        kept = kept.filter((entry) => entry === first || isMain(entry));
    }
    const gap = Math.ceil(kept.length / Math.max(1, most));
    return kept.filter((_letter, place) => place % gap === 0);
}
