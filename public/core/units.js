// @ts-check
// Amounts of data in the user's language, in decimal units, as disks and plans use them. Pure.

const UNITS = /** @type {const} */ (['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']);

/** @param {number} bytes @param {string} locale */
export function dataSize(bytes, locale) {
    let step = 0;
    let amount = Math.max(0, bytes);
    while (amount >= 999.5 && step < UNITS.length - 1) {
        amount /= 1000;
        step += 1;
    }
    return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: UNITS[step],
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: amount < 10 && step > 0 ? 1 : 0,
    }).format(amount);
}
