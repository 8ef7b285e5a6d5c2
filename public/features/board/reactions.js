// @ts-check
// The reactions as SVG drawings, because emoji differ between systems and many fonts have none.

import { html } from '../../core/html.js';

/** @param {unknown} shapes */
const drawn = (shapes) =>
    html`<svg class="icon reaction-art" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shapes}</svg>`;

const face = html`<circle cx="12" cy="12" r="10" fill="#ffc93c"/>`;

/** @type {Readonly<Record<string, unknown>>} by the API's names */
const REACTION_ART = {
    love: drawn(
        html`<path d="M12 21 3.9 12.9a5.4 5.4 0 0 1 7.6-7.6l.5.5.5-.5a5.4 5.4 0 0 1 7.6 7.6z" fill="#e5384f"/>`,
    ),
    fire: drawn(
        html`<path
                d="M12.6 1.8c.5 3.8 6.6 6.2 6.6 12.6a7.2 7.2 0 0 1-14.4.2c0-3 1.5-5 3-6.5.2 1.6.8 2.6 1.8
                3.2-.4-3.7.6-7 3-9.5z" fill="#f0542d"/>
            <path d="M12.2 21.8a3.9 3.9 0 0 1-4-4c0-2.4 2-3.6 3.7-6 2.2 2.2 4.2 3.7 4.2 6.1a3.9 3.9 0 0 1-3.9 3.9z"
                fill="#ffc93c"/>`,
    ),
    clap: drawn(
        html`<g fill="none" stroke-linecap="round" stroke-linejoin="round">
            <path d="m11.6 7.6 3.2-4.4M13.9 9.2l3.7-5M16.2 10.9l3.1-4.1M18 13.2l2.3-3" stroke="#d99a16"
                stroke-width="3"/>
            <path d="m9.8 8.4 8 7.6" stroke="#d99a16" stroke-width="5"/>
            <path d="M8.3 10 5.6 5.3M8.3 10 4 7.9M9.4 12.6 3 11M10 15.4l-5.6-.9" stroke="#ffc93c"
                stroke-width="2.9"/>
            <path d="m9.2 10.2 5.4 7.6" stroke="#ffc93c" stroke-width="7"/>
            <path d="m9 2.2-.6-1M5.6 2.7 4.8 2" stroke="#d99a16" stroke-width="1.6"/></g>`,
    ),
    laugh: drawn(
        html`${face}<path d="M5.8 9.8c.5-1.3 1.3-2 2.3-2s1.8.7 2.3 2M13.6 9.8c.5-1.3 1.3-2 2.3-2s1.8.7 2.3 2"
                fill="none" stroke="#5f3a00" stroke-width="1.6" stroke-linecap="round"/>
            <path d="M6.4 12.6h11.2a5.6 5.6 0 0 1-11.2 0z" fill="#5f3a00"/>
            <path d="M8.6 17a5.6 5.6 0 0 0 6.8 0 4.4 4.4 0 0 0-6.8 0z" fill="#f0542d"/>`,
    ),
    wow: drawn(
        html`${face}<ellipse cx="8.3" cy="9.6" rx="1.5" ry="2" fill="#5f3a00"/>
            <ellipse cx="15.7" cy="9.6" rx="1.5" ry="2" fill="#5f3a00"/>
            <ellipse cx="12" cy="16.4" rx="2.7" ry="3.4" fill="#5f3a00"/>`,
    ),
    sad: drawn(
        html`${face}<ellipse cx="8.3" cy="10.6" rx="1.4" ry="1.8" fill="#5f3a00"/>
            <ellipse cx="15.7" cy="10.6" rx="1.4" ry="1.8" fill="#5f3a00"/>
            <path d="M8.4 17.6c1-1.6 2.2-2.4 3.6-2.4s2.6.8 3.6 2.4" fill="none" stroke="#5f3a00" stroke-width="1.6"
                stroke-linecap="round"/>
            <path d="M17.4 12.8c1.2 1.7 1.7 2.7 1.7 3.4a1.7 1.7 0 0 1-3.4 0c0-.7.5-1.7 1.7-3.4z" fill="#3d8fe0"/>`,
    ),
};

/** @param {string} name a reaction's name @returns {unknown} null for an unknown reaction */
export const reactionArt = (name) => REACTION_ART[name] ?? null;
