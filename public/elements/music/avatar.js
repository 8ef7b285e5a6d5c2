// @ts-check

import { initials } from '../../core/format.js';
import { html } from '../../core/html.js';
import { sizedImage } from '../../core/images.js';

/** @param {{ username: string, displayName?: string, picture?: string }} person @param {string} [className] */
export function avatar(person, className = '') {
    const picture = sizedImage(person.picture, 192);
    return html`<span class="avatar ${className}"
        aria-hidden="true">${initials(person.displayName || person.username)}${
            picture && html`<img src="${picture}" alt="">`
        }</span>`;
}
