// @ts-check
// Drawings of the folder icons, in the current text color. The API fixes the set.

import { html } from '../../core/html.js';

/** @param {unknown} shapes */
const drawn = (shapes) =>
    html`<svg class="folder-icon" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="2.6"
        stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${shapes}</svg>`;

/** @type {Record<import('./model.js').FolderIcon, unknown>} */
export const folderIcons = {
    folder: drawn(
        html`<path
            d="M6 13.5A3.5 3.5 0 0 1 9.5 10H18l4.5 5H38.500A3.5 3.5 0 0 1 42 18.500V35a3.5 3.5 0 0 1-3.5 3.500h-29A3.5
            3.5 0 0 1 6 35z"/>`,
    ),
    star: drawn(
        html`<path d="m24 7 5.2 10.7 11.8 1.7-8.5 8.3 2 11.700L24 33.900l-10.5 5.5 2-11.700L7 19.400l11.8-1.700z"/>`,
    ),
    heart: drawn(html`<path d="M24 40 9.8 25.700a9.4 9.4 0 0 1 13.3-13.300l.9.9.9-.9a9.4 9.4 0 0 1 13.3 13.300z"/>`),
    vinyl: drawn(
        html`<circle cx="24" cy="24" r="17"/><circle cx="24" cy="24" r="5.5"/>
            <path d="M24 24h.01M13.5 24A10.5 10.5 0 0 1 24 13.500M34.5 24A10.5 10.5 0 0 1 24 34.5"/>`,
    ),
    cassette: drawn(
        html`<rect x="5" y="11" width="38" height="26" rx="4"/><circle cx="16.5" cy="22" r="4"/>
            <circle cx="31.5" cy="22" r="4"/><path d="M20.5 22h7M13 37l3-6h16l3 6"/>`,
    ),
    headphones: drawn(
        html`<path d="M7 30v-4a17 17 0 0 1 34 0v4"/><rect x="6" y="28" width="8" height="13" rx="3.5"/>
            <rect x="34" y="28" width="8" height="13" rx="3.5"/>`,
    ),
    microphone: drawn(
        html`<rect x="17.5" y="5" width="13" height="22" rx="6.5"/>
            <path d="M10.5 22a13.5 13.5 0 0 0 27 0M24 35.500V43M17 43h14"/>`,
    ),
    guitar: drawn(
        html`<path
            d="M41 7 27 21M37 5l6 6M26.5 17.500c-3-1.5-6 0-7 2.5-.8 2-2.5 2.6-5 3-6 1-9.5 6-7.5 11.5 1.3 3.5 4 6.2 7 7
            5.5 1.5 10-2 10.8-7.5.4-2.5 1.2-4 3.2-4.8 2.5-1 3.7-4.2 2-7z"/><circle cx="19.5" cy="29" r="3"/>`,
    ),
    piano: drawn(
        html`<rect x="6" y="9" width="36" height="30" rx="3"/>
            <path d="M15 25v14M24 25v14M33 25v14M12.5 9v16h5V9M21.5 9v16h5V9M30.5 9v16h5V9"/>`,
    ),
    drum: drawn(
        html`<ellipse cx="24" cy="19" rx="17" ry="6.5"/>
            <path
            d="M7 19v14c0 3.6 7.6 6.5 17 6.500S41 36.6 41 33V19M15 24.700v13M33 24.700v13M24 25.500v14M24 17
            38 6M20 16 10 6"/>`,
    ),
    concert: drawn(
        html`<path d="M5 40h38M11 40V27h26v13M24 8v6M24 14 10 27M24 14l14 13M17 40v-6h14v6M9 8l4 4M39 8l-4 4"/>`,
    ),
    party: drawn(
        html`<path
            d="m7 41 9-25 16 16zM27 15c1.5-4 0-7-2-9M33 21c4-1.5 7 0 9 2M31 17l6-6M40 7h.01M32 8h.01M41 15h.01"/>`,
    ),
    night: drawn(html`<path d="M39 29.500A16.5 16.5 0 1 1 19 8.800a13 13 0 0 0 20 20.700zM34 9v6M31 12h6"/>`),
    sun: drawn(
        html`<circle cx="24" cy="24" r="8.5"/>
            <path
            d="M24 5v5M24 38v5M5 24h5M38 24h5M10.6 10.600l3.5 3.500M33.9 33.900l3.5 3.500M37.4 10.600l-3.5 3.500M14.1
            33.900l-3.5 3.5"/>`,
    ),
    road: drawn(
        html`<path d="M6 31v-5.500l4.5-1.5 4-9h17l5 9 5.5 1.500V31zM14 24h22M25 15v9"/><circle cx="14.5" cy="33" r="4"/>
            <circle cx="34" cy="33" r="4"/>`,
    ),
    book: drawn(html`<path d="M24 12c-4-3-9-4-17-4v29c8 0 13 1 17 4 4-3 9-4 17-4V8c-8 0-13 1-17 4zM24 12v29"/>`),
};
