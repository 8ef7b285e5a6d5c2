// @ts-check
// The selected submissions, for one decision about all of them.

import { find } from '../../core/dom.js';
import { t } from '../../core/i18n.js';

/**
 * @param {HTMLElement} root
 * @param {() => string} libraryName
 */
export function bulkBar(root, libraryName) {
    /** @type {Set<string>} */
    const chosen = new Set();
    const show = () => {
        find(root, '[data-bulk-approve]').textContent = t('giving.approveChosenInto', { library: libraryName() });
        find(root, '[data-bulk]').hidden = chosen.size === 0;
        find(root, '[data-bulk-count]').textContent = t('giving.chosen', { count: chosen.size });
    };
    return {
        show,
        /** @param {string} id */
        has: (id) => chosen.has(id),
        /** @param {string} id @param {boolean} on */
        choose(id, on) {
            if (on) chosen.add(id);
            else chosen.delete(id);
            show();
        },
        /**
         * Removes submissions that no longer wait from the selection.
         * @param {{ id: string }[]} waiting
         */
        narrow(waiting) {
            for (const id of chosen) if (!waiting.some((one) => one.id === id)) chosen.delete(id);
            show();
        },
    };
}
