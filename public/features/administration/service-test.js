// @ts-check
// A button that tests a connection to another service once and reports the result.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';

/**
 * @param {HTMLElement} root contains a button `[data-NAME-test]` and an element for the report, `[data-NAME-report]`
 * @param {AbortSignal} signal
 * @param {{ name: string, path: string, sentence: (failure: string | null) => string }} parts
 */
export function bindServiceTest(root, signal, { name, path, sentence }) {
    delegate(
        root,
        'click',
        `[data-${name}-test]`,
        async (button) => {
            const report = find(root, `[data-${name}-report]`);
            button.setAttribute('aria-busy', 'true');
            try {
                /** @type {{ answers: boolean, failure: string | null }} */
                const { failure } = await api.post(path, {});
                report.textContent = sentence(failure);
            } catch (error) {
                report.textContent = explain(error);
            }
            button.removeAttribute('aria-busy');
        },
        signal,
    );
}
