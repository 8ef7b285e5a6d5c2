// @ts-check
// The parts of a row of an outside song: the sign on its picture that a press plays its preview, and the mark that says
// where it comes from.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';

/** @param {unknown} picture the cover of a song that has a preview */
export const previewCover = (picture) => html`<span class="preview-cover">${picture}<span
    class="preview-sign">${icons.play}</span></span>`;

/** On a narrow page its words are for screen readers. */
export const outsideMark = () => html`<span class="outside-mark is-short"
    title="${t('outside.mark')}">${icons.link}<span>${t('outside.mark')}</span></span>`;
