// @ts-check
// Names of musical keys in each language. Pure.

/** @typedef {{ tonic: string, mode: string }} Key `tonic`: `C`, `F#`, `Bb` */

/** @type {Record<string, string>} */
const SPANISH = { C: 'Do', D: 'Re', E: 'Mi', F: 'Fa', G: 'Sol', A: 'La', B: 'Si' };

/**
 * The tonic's name: `F♯`; in Polish `Fis`, or `fis` in minor; in Spanish `Fa♯`.
 * @param {Key} key
 * @param {string} locale
 */
export function tonicName({ tonic, mode }, locale) {
    const letter = tonic.charAt(0).toUpperCase();
    const accidental = /^[#♯]/.test(tonic.slice(1)) ? '♯' : /^[b♭]/.test(tonic.slice(1)) ? '♭' : '';
    if (locale === 'es') return `${SPANISH[letter] ?? letter}${accidental}`;
    if (locale !== 'pl') return `${letter}${accidental}`;
    const name = polish(letter, accidental);
    return mode === 'minor' ? name.toLowerCase() : name;
}

/**
 * Polish note names, like German ones: H is the English B, and B its flat.
 * @param {string} letter
 * @param {string} accidental
 */
function polish(letter, accidental) {
    if (letter === 'B') return accidental === '♭' ? 'B' : accidental === '♯' ? 'His' : 'H';
    if (accidental === '♯') return `${letter}is`;
    if (accidental === '♭') return letter === 'E' || letter === 'A' ? `${letter}s` : `${letter}es`;
    return letter;
}
