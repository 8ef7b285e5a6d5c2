// @ts-check
// Markup of the palette's list.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { avatar } from '../../elements/music/avatar.js';
import { cover } from '../../elements/music/cover.js';
import { marked } from './model.js';

/** @typedef {import('./model.js').Entry} Entry */

/** @param {number} index */
export const optionId = (index) => `palette-${index}`;

/** @param {readonly import('./model.js').Section[]} sections @param {string} text the input */
export function list(sections, text) {
    let index = 0;
    return html`${sections.map(
        ({ name, entries }) =>
            html`<div role="group" ${heading(name)}>${
                name !== 'everything' &&
                html`<div class="palette-heading" id="palette-${name}" role="presentation">${sectionName(name)}</div>`
            }${entries.map((entry) => option(entry, index++, text))}</div>`,
    )}`;
}

/** @param {string} name */
function heading(name) {
    return name === 'everything' ? html`aria-label="${t('search.title')}"` : html`aria-labelledby="palette-${name}"`;
}

/** @param {string} name */
function sectionName(name) {
    switch (name) {
        case 'playlists':
            return t('nav.playlists');
        case 'songs':
            return t('library.tracks');
        case 'artists':
        case 'albums':
        case 'genres':
            return t(`library.${name}`);
        case 'people':
            return t('search.people');
        default:
            return t(`palette.${name}`);
    }
}

/** @param {Entry} entry @param {number} index @param {string} text */
function option(entry, index, text) {
    const { kind, name, line } = entry;
    return html`<div class="palette-option" role="option" id="${optionId(index)}" aria-selected="false"
        data-index="${index}" data-testid="palette-${kind}">${picture(entry)}<span class="palette-text"><span
        class="palette-name" dir="auto">${
            kind === 'everything'
                ? name
                : marked(name, text).map((part) => (part.isMatch ? html`<mark>${part.text}</mark>` : part.text))
        }</span>${line && html`<span class="palette-line" dir="auto">${line}</span>`}</span></div>`;
}

/** @param {Entry} entry */
function picture({ kind, name, icon, cover: path, path: address }) {
    if (kind === 'person') {
        const id = decodeURIComponent(address?.split('/').at(-1) ?? '');
        return avatar({ id, name, picture: path }, 'palette-picture');
    }
    if (icon) return html`<span class="palette-sign">${icon}</span>`;
    return cover(path, name, { kind: 'row', round: kind === 'artist', className: 'palette-picture' });
}
