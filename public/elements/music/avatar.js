// @ts-check
// A person's picture, or their initials on a color of their own.

import { initials } from '../../core/format.js';
import { html } from '../../core/html.js';
import { sizedImage } from '../../core/images.js';
import { seedOf } from './cover.js';

/** As many colors as the style has classes for: styles in the markup are not allowed. */
export const COLORS = 12;

/**
 * The number of a person's color: the same on every screen and for everybody, whatever they are called today.
 * @param {{ id?: string, username?: string, name?: string }} person
 */
export function colorOf({ id, username, name }) {
    return seedOf(id ?? username ?? name ?? '') % COLORS;
}

/**
 * @param {{ id?: string, username?: string, displayName?: string, name?: string, picture?: string }} person
 * @param {string} [className]
 */
export function avatar(person, className = '') {
    const picture = sizedImage(person.picture, 192);
    return html`<span class="avatar is-color-${String(colorOf(person))} ${className}"
        aria-hidden="true">${initials(person.displayName || person.name || person.username || '')}${
            picture &&
            html`<img src="${picture}" alt="" width="192" height="192" decoding="async" draggable="false">`
        }</span>`;
}

/**
 * Several people in little room, each half over the one before.
 * @param {readonly { id: string, name: string, picture?: string }[]} people
 * @param {number} [others] how many there are besides
 */
export function faces(people, others = 0) {
    return html`<span class="faces" aria-hidden="true">${people.map((person) => avatar(person, 'is-small'))}${
        others > 0 && html`<span class="avatar is-small is-rest">+${String(others)}</span>`
    }</span>`;
}
