// @ts-check

import { attribute, html } from '../../core/html.js';

/**
 * A switch for each library.
 * @param {{ id: string, name: string }[]} libraries
 * @param {{ given?: readonly string[] | null, testid?: string }} options `given`: those that are on; all without it
 */
export function libraryChoice(libraries, { given = null, testid = 'invite-library' } = {}) {
    return libraries.map(
        ({ id, name }) =>
            html`<label class="switch"><input type="checkbox" role="switch" data-library="${id}"
                ${attribute('checked', !given || given.includes(id))}
                data-testid="${testid}"><span>${name}</span></label>`,
    );
}

/** @param {ParentNode} form */
const switches = (form) => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('[data-library]')]);

/**
 * The ids of those that are on.
 * @param {ParentNode} form
 */
export const tickedLibraries = (form) =>
    switches(form)
        .filter((box) => box.checked)
        .map((box) => box.dataset.library ?? '');

/**
 * Those that are on; null where all are.
 * @param {ParentNode} form
 * @returns {string[] | null}
 */
export function chosenLibraries(form) {
    const chosen = tickedLibraries(form);
    return chosen.length === switches(form).length ? null : chosen;
}
