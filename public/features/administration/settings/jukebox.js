// @ts-check
// The jukebox, which plays on the server's own speaker: its switch and its state.

import { api, isAbort } from '../../../core/api.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';

/**
 * @typedef {{ output: string | null, device: string | null, programInstalled: boolean, on: boolean, playing: boolean,
 *   queueLength: number, problem?: 'unavailable'|'soundSystem'|'song'|'unsteady' }} Report
 */

/**
 * The switch, with an element for the report.
 * @param {boolean} isOn
 */
export const jukeboxField = (isOn) => html`<label class="switch"><input type="checkbox" role="switch" data-jukebox
    data-testid="settings-jukebox" aria-describedby="jukebox-hint"
    ${attribute('checked', isOn)}><span>${t('settings.jukebox.on')}</span></label>
    <p class="field-hint" id="jukebox-hint">${t('settings.jukebox.hint')}</p>
    <div data-jukebox-report data-testid="jukebox-report"></div>`;

/** @param {Report} report */
function lineOf({ output, device, programInstalled, on, playing, queueLength, problem }) {
    if (output === null) return t('settings.jukebox.noOutput');
    if (!programInstalled) return t('settings.jukebox.noProgram');
    if (problem) return t(`settings.jukebox.problems.${problem}`);
    const through = device ? `${output}, ${device}` : output;
    if (!on) return t('settings.jukebox.ready', { output: through });
    return t(playing ? 'settings.jukebox.playing' : 'settings.jukebox.silent', { output: through, count: queueLength });
}

/**
 * Shows the jukebox's state.
 * @param {HTMLElement} host @param {AbortSignal} signal
 */
export async function showJukebox(host, signal) {
    try {
        /** @type {Report} */
        const report = await api.get('/jukebox', { signal, quiet: true });
        if (!signal.aborted) render(host, html`<p class="field-hint" role="note">${lineOf(report)}</p>`);
    } catch (error) {
        if (!isAbort(error)) render(host, html`<p class="field-hint">${explain(error)}</p>`);
    }
}
