// @ts-check

/**
 * A time as minutes, seconds and hundredths: `1:02.30`.
 * @param {number} ms
 */
export function timeText(ms) {
    const hundredths = Math.round(ms / 10);
    const minutes = Math.floor(hundredths / 6000);
    const rest = ((hundredths % 6000) / 100).toFixed(2).padStart(5, '0');
    return `${minutes}:${rest}`;
}
