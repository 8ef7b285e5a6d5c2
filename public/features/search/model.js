// @ts-check
// Compares names in the browser, and keeps recent searches. Pure.

const KEPT = 8;

/**
 * Removes accents, case and soft hyphens. Letters that Unicode does not decompose are listed by name.
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

/** @param {string} text split at everything but letters, digits and symbols */
const wordsOf = (text) =>
    fold(text)
        .replace(/['’]/g, '')
        .split(/[^\p{L}\p{N}\p{So}]+/u)
        .filter(Boolean);

/**
 * Items whose name has a word starting with each word of `text`. Equal names come first, then names starting with
 * `text`.
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
 * Recent searches with `text` at the front, without prefixes of it.
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
