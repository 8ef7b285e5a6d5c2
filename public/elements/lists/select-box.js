// @ts-check

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/**
 * The check box of a row, which is seen as long as something is selected.
 * @param {string} name of the song
 * @param {string} [testid]
 */
export function selectBox(name, testid = 'select-song') {
    return html`<input type="checkbox" class="select-box" data-select data-testid="${testid}"
        aria-label="${t('playlists.selectNamed', { name })}">`;
}
