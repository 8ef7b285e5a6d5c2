// @ts-check
// Names that a search compares in the browser, and what was searched for lately. Pure.

const KEPT = 8;

/**
 * Letters without their marks and case; what does not come apart into a letter and a mark is named. The places where a
 * word may break are no letters.
 * @param {string} text
 */
export function fold(text) {
    return text
        .normalize('NFD')
        .replace(/[\p{M}\u00ad]/gu, '')
        .toLowerCase()
        .replace(/ł/g, 'l')
        .replace(/ø/g, 'o')
        .replace(/ß/g, 'ss');
}

/** @param {string} text letters, digits and picture-like signs; all else separates */
const wordsOf = (text) =>
    fold(text)
        .replace(/['’]/g, '')
        .split(/[^\p{L}\p{N}\p{So}]+/u)
        .filter(Boolean);

/**
 * Those whose name has each word of `text` at the beginning of one of its own; whole names and beginnings first.
 * @template {{ name: string }} T
 * @param {readonly T[]} items
 * @param {string} text
 * @returns {T[]}
 */
export function named(items, text) {
    const wanted = wordsOf(text);
    const whole = fold(text).trim();
    const rank = (/** @type {T} */ item) => {
        const name = fold(item.name);
        if (name === whole) return 0;
        if (wanted.length === 0) return whole !== '' && name.includes(whole) ? 2 : -1;
        const own = wordsOf(item.name);
        return wanted.every((word) => own.some((one) => one.startsWith(word))) ? (name.startsWith(whole) ? 1 : 2) : -1;
    };
    return items
        .map((item) => ({ item, rank: rank(item) }))
        .filter((one) => one.rank >= 0)
        .sort((one, other) => one.rank - other.rank)
        .map((one) => one.item);
}

/**
 * The recent searches with `text` in front, without those that it continues.
 * @param {readonly string[]} recent @param {string} text
 */
export function remembered(recent, text) {
    const word = text.trim().slice(0, 200);
    if (!word) return [...recent];
    return [word, ...recent.filter((one) => fold(one) !== fold(word) && !fold(word).startsWith(fold(one)))].slice(
        0,
        KEPT,
    );
}
