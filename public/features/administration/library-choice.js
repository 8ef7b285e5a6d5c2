// @ts-check

import { html } from '../../core/html.js';

/**
 * A switch for each library, all on.
 * @param {{ id: string, name: string }[]} libraries
 */
export function libraryChoice(libraries) {
    return libraries.map(
        ({ id, name }) =>
            html`<label class="switch"><input type="checkbox" role="switch" data-library="${id}" checked
                data-testid="invite-library"><span>${name}</span></label>`,
    );
}

/**
 * Those that are on; null where all are.
 * @param {ParentNode} form
 * @returns {(string | undefined)[] | null}
 */
export function chosenLibraries(form) {
    const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('[data-library]')]);
    const chosen = boxes.filter((box) => box.checked).map((box) => box.dataset.library);
    return chosen.length === boxes.length ? null : chosen;
}
