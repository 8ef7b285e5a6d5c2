// @ts-check
// Lyrics files beside the music: the switch, the number of files written, and the failures with their reasons.

import { api, isAbort } from '../../../core/api.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';

/**
 * @typedef {{ written: number,
 *   failures: { libraryId: string, library: string, reason: string, count: number }[] }} Report
 */

/**
 * The switch, with an element for the report.
 * @param {boolean} isOn
 */
export const lyricsFilesField = (isOn) => html`<label class="switch"><input type="checkbox" role="switch" data-lyrics
    data-testid="settings-lyrics-files" aria-describedby="lyrics-files-hint"
    ${attribute('checked', isOn)}><span>${t('settings.lyricsFiles.write')}</span></label>
    <p class="field-hint" id="lyrics-files-hint">${t('settings.lyricsFiles.hint')}</p>
    <div data-lyrics-report data-testid="lyrics-files-report"></div>`;

/**
 * Shows the report if it has content.
 * @param {HTMLElement} host @param {AbortSignal} signal
 */
export async function showLyricsFiles(host, signal) {
    try {
        /** @type {Report} */
        const { written, failures } = await api.get('/settings/lyrics-files', { signal, quiet: true });
        if (signal.aborted) return;
        render(
            host,
            html`${
                written > 0 &&
                html`<p class="field-hint">${t('settings.lyricsFiles.written', { count: written })}</p>`
            }${failures.map(
                ({ library, reason, count }) =>
                    html`<p class="field-hint" role="note"><strong dir="auto">${library}</strong>: ${t(
                        'settings.lyricsFiles.failed',
                        { count },
                    )} <span lang="en">${reason}</span></p>`,
            )}`,
        );
    } catch (error) {
        if (!isAbort(error)) render(host, html`<p class="field-hint">${explain(error)}</p>`);
    }
}
