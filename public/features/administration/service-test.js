// @ts-check
// A button that asks another service once, and says whether it answers.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';

/**
 * @param {HTMLElement} root with a button `[data-NAME-test]` and a place for the report, `[data-NAME-report]`
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
