// @ts-check

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/**
 * The check box of a row, which is seen under the mouse, with the focus, and as long as something is selected.
 * @param {string} name of the song
 */
export function selectBox(name) {
    return html`<input type="checkbox" class="select-box" data-select data-testid="select-song"
        aria-label="${t('playlists.selectNamed', { name })}">`;
}
