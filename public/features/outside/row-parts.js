// @ts-check
// Parts of an outside song's row: the preview icon on its picture, and the mark of its origin.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';

/** @param {unknown} picture the cover of a song with a preview */
export const previewCover = (picture) => html`<span class="preview-cover">${picture}<span
    class="preview-sign">${icons.play}</span></span>`;

/** On a narrow page only screen readers get the text. */
export const outsideMark = () => html`<span class="outside-mark is-short"
    title="${t('outside.mark')}">${icons.link}<span>${t('outside.mark')}</span></span>`;
