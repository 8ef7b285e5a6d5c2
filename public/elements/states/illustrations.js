// @ts-check
// Small drawings for empty and failed states, in the current text and accent colors.

import { html } from '../../core/html.js';

/** @param {unknown} shapes */
const drawing = (shapes) =>
    html`<svg class="illustration" viewBox="0 0 160 120" fill="none" stroke="currentColor" stroke-width="2.5"
        stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${shapes}</svg>`;

export const illustrations = {
    record: drawing(
        html`<circle class="tone" cx="80" cy="60" r="46"/><circle cx="80" cy="60" r="46"/>
            <circle cx="80" cy="60" r="33" opacity=".35"/><circle cx="80" cy="60" r="23" opacity=".35"/>
            <circle class="accent" cx="80" cy="60" r="12"/><circle cx="80" cy="60" r="1.5"/>
            <path class="accent-line" d="M128 22l-18 26-4 16"/>`,
    ),
    search: drawing(
        html`<circle class="tone" cx="74" cy="54" r="34"/><circle cx="74" cy="54" r="34"/><path d="m99 79 25 25"/>
            <path class="accent-line" d="M68 68V42l18-4v25"/><circle class="accent" cx="63" cy="68" r="5"/>
            <circle class="accent" cx="81" cy="63" r="5"/>`,
    ),
    queue: drawing(
        html`<rect class="tone" x="24" y="18" width="112" height="24" rx="6"/>
            <rect x="24" y="18" width="112" height="24" rx="6"/>
            <rect x="24" y="50" width="112" height="24" rx="6" opacity=".55"/>
            <rect x="24" y="82" width="112" height="24" rx="6" opacity=".25"/>
            <circle class="accent" cx="38" cy="30" r="5"/><path d="M52 30h52M52 62h40M52 94h30"/>`,
    ),
    history: drawing(
        html`<circle class="tone" cx="80" cy="60" r="44"/><circle cx="80" cy="60" r="44"/>
            <path class="accent-line" d="M80 34v27l18 12"/>
            <path d="M80 16v6M80 98v6M36 60h-0M124 60h-0" opacity=".5"/>`,
    ),
    people: drawing(
        html`<circle class="tone" cx="60" cy="44" r="18"/><circle cx="60" cy="44" r="18"/>
            <path d="M26 104c3-20 16-31 34-31s31 11 34 31"/><circle class="accent" cx="108" cy="50" r="12"/>
            <path class="accent-line" d="M104 78c14-1 24 8 28 24"/>`,
    ),
    broken: drawing(
        html`<path class="tone" d="M44 14h52l24 24v68H44z"/><path d="M96 14v24h24M44 14h52l24 24v68H44z"/>
            <path class="accent-line" d="m44 72 16-10 12 14 14-18 14 16 20-14"/>`,
    ),
    lost: drawing(
        html`<circle class="tone" cx="80" cy="60" r="44"/><path d="M118 60a38 38 0 1 1-19-33"/>
            <circle class="accent" cx="114" cy="42" r="6"/><path d="M66 66c4-5 9-7 14-7s10 2 14 7M66 48v4M94 48v4"/>`,
    ),
    microphone: drawing(
        html`<circle class="tone" cx="80" cy="60" r="46"/><rect x="66" y="22" width="28" height="48" rx="14"/>
            <path d="M52 56a28 28 0 0 0 56 0M80 84v14M66 98h28"/><circle class="accent" cx="80" cy="38" r="5"/>`,
    ),
    noMicrophone: drawing(
        html`<circle class="tone" cx="80" cy="60" r="46"/><rect x="66" y="22" width="28" height="48" rx="14"/>
            <path d="M52 56a28 28 0 0 0 56 0M80 84v14M66 98h28"/><path class="accent-line" d="m42 26 76 72"/>`,
    ),
    hush: drawing(
        html`<circle class="tone" cx="80" cy="60" r="46"/>
            <path d="M44 54v12M56 48v24M68 56v8M92 57v6M104 52v16M116 55v10" opacity=".55"/>
            <path class="accent-line" d="M34 60h92"/><circle class="accent" cx="80" cy="60" r="6"/>`,
    ),
    folder: drawing(
        html`<path class="tone" d="M26 34h40l10 12h58v56H26z"/><path d="M26 102V34h40l10 12h58v56z"/>
            <path class="accent-line" d="M72 86V64l20-5v22"/><circle class="accent" cx="67" cy="86" r="5"/>
            <circle class="accent" cx="87" cy="81" r="5"/>`,
    ),
};
