// @ts-check
// The queue by keyboard: J and K go through the list, Space hears, E edits, A approves, R rejects, X chooses.

/** @typedef {import('../submissions/model.js').Submission} Submission */
/** @typedef {(one: Submission) => void} Act */

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 * @param {object} parts what each key does to the submission that has the focus
 * @param {(element: Element | null) => Submission | undefined} parts.submissionOf
 * @param {Act} parts.a
 * @param {Act} parts.r
 * @param {Act} parts.e
 * @param {Act} parts.x
 */
export function bindQueueKeys(root, signal, { submissionOf, ...acts }) {
    // On the document, as after a reload nothing has the focus; and before the player's own keys.
    document.addEventListener(
        'keydown',
        (event) => {
            const { target } = event;
            if (document.querySelector('dialog[open], [role=menu]') || target instanceof HTMLTextAreaElement) return;
            if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return;
            if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
            const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-testid="queued"]')]);
            const row = /** @type {HTMLElement | null} */ (
                document.activeElement?.closest('[data-testid="queued"]') ?? null
            );
            const key = event.key.toLowerCase();
            const step = key === 'j' ? 1 : key === 'k' ? -1 : 0;
            if (step) {
                const next = rows[row ? rows.indexOf(row) + step : 0];
                /** @type {HTMLElement | null | undefined} */ (next?.querySelector('[data-focus="hear"]'))?.focus();
                return event.preventDefault();
            }
            const one = submissionOf(row);
            if (one?.state !== 'pending' || !isAct(key)) return;
            event.preventDefault();
            acts[key](one);
        },
        { signal, capture: true },
    );
}

/**
 * @param {string} key
 * @returns {key is 'a'|'r'|'e'|'x'}
 */
function isAct(key) {
    return ['a', 'r', 'e', 'x'].includes(key);
}
