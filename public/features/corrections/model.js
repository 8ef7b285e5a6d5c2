// @ts-check
// The changes of a corrections form in the API's format: only changed values, null for emptied ones.

/** @typedef {string | number | string[] | undefined} Value */

/**
 * The names in a text, one per line. Skips empty lines and duplicates.
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
 * @param {Record<string, Value>} before the initial values
 * @param {Record<string, string>} after the form's current values
 * @returns {Record<string, Exclude<Value, undefined> | null>} null returns to the file's value
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
