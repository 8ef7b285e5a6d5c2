// @ts-check
// The changes in a form of corrections, as the API wants them: only values that differ, null for those that were
// emptied.

/** @typedef {string | number | string[] | undefined} Value */

/**
 * One name a line; empty lines and repeated names do not count.
 * @param {string} text
 */
export function lines(text) {
    return [
        ...new Set(
            text
                .split('\n')
                .map((line) => line.trim().replace(/\s+/gu, ' '))
                .filter(Boolean),
        ),
    ];
}

/**
 * @param {Record<string, Value>} before what the form was filled with
 * @param {Record<string, string>} after what stands in the form
 * @returns {Record<string, Exclude<Value, undefined> | null>} null goes back to what the file says
 */
export function changesOf(before, after) {
    /** @type {Record<string, Exclude<Value, undefined> | null>} */
    const changes = {};
    for (const [name, text] of Object.entries(after)) {
        const old = before[name];
        if (Array.isArray(old)) {
            const names = lines(text);
            if (names.length !== old.length || names.some((one, index) => one !== old[index]))
                changes[name] = names.length > 0 ? names : null;
        } else if (text.trim() !== String(old ?? '')) {
            changes[name] =
                text.trim() === ''
                    ? null
                    : ['year', 'trackNumber', 'discNumber'].includes(name) && /^\d+$/.test(text.trim())
                      ? Number(text)
                      : text.trim();
        }
    }
    return changes;
}
