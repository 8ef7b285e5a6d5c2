// @ts-check

import { attribute, html } from '../../core/html.js';

/**
 * A switch for each library.
 * @param {{ id: string, name: string }[]} libraries
 * @param {{ given?: readonly string[] | null, testid?: string }} options `given`: the IDs switched on; null for all
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
 * The IDs of the libraries that are switched on.
 * @param {ParentNode} form
 */
export const tickedLibraries = (form) =>
    switches(form)
        .filter((box) => box.checked)
        .map((box) => box.dataset.library ?? '');

/**
 * The IDs of the libraries that are switched on; null when all are.
 * @param {ParentNode} form
 * @returns {string[] | null}
 */
export function chosenLibraries(form) {
    const chosen = tickedLibraries(form);
    return chosen.length === switches(form).length ? null : chosen;
}
