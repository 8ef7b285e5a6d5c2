// @ts-check
// Export of all the user's data, and import of a history from elsewhere. An import is checked first, then applied.

import { address, api } from '../../../core/api.js';
import { delegate, find, onLeave, setText } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { number, percent } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { toast } from '../../../elements/overlays/toast.js';

const BUSY = ['examining', 'running'];
const ASK_EVERY_MS = 700;
const SERVICES = ['spotify', 'appleMusic', 'youtubeMusic', 'deezer', 'lastfm', 'songList'];
const CERTAINTIES = /** @type {const} */ (['exact', 'sure', 'likely', 'missing', 'present']);

/**
 * @typedef {{ name: string, exact: number, sure: number, likely: number, missing: number,
 *   present: number }} BroughtPlaylist
 * @typedef {{ kind: string, found: number, added: number, present: number, unmatched: number }} Count
 * @typedef {{ state: string, done?: number, total?: number, reason?: string, message?: string,
 *   report?: { source?: string, counts: Count[], unreadable: number, unmatched: string[],
 *     playlists: BroughtPlaylist[] } }} Import
 */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountOwnData(host, signal) {
    render(
        host,
        html`<h2 id="own-data-title">${t('ownData.title')}</h2>
        <p class="panel-lead">${t('ownData.exportText')}</p>
        <a class="button" href="${address('/me/export')}" download="rondo-export.zip"
            data-testid="export">${icons.down}${t('ownData.export')}</a>
        <h3 class="own-data-head">${t('ownData.import')}</h3>
        <p class="field-hint" id="import-hint">${t('ownData.importText')}</p>
        <details class="own-data-how"><summary>${t('ownData.how')}</summary><ul class="plain-list">${SERVICES.map(
            (service) => html`<li>${t(`ownData.services.${service}`)}</li>`,
        )}</ul></details>
        <label class="button own-data-file">${icons.plus}${t('ownData.choose')}<input type="file"
            class="visually-hidden" accept=".zip,.json,.jsonl,.csv,.xml,.xlsx" aria-describedby="import-hint"
            data-testid="import-file"></label>
        <div data-state aria-live="polite"></div>`,
    );
    const state = find(host, '[data-state]');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    onLeave(signal, () => clearTimeout(timer));

    /** @param {Import | undefined} value */
    const show = (value) => {
        clearTimeout(timer);
        if (value && BUSY.includes(value.state) && state.dataset.shown === value.state) {
            // Updates in place, so that the cancel button stays under the pointer.
            setText(find(state, '[data-said]'), saidOf(value));
            const bar = state.querySelector('progress');
            if (bar) bar.value = value.done ?? 0;
        } else {
            render(state, value && value.state !== 'none' ? stateOf(value) : html``);
            state.dataset.shown = value?.state ?? 'none';
        }
        if (value && BUSY.includes(value.state)) timer = setTimeout(() => void look(), ASK_EVERY_MS);
    };
    const look = async () => {
        try {
            show(await api.get('/me/import', { signal }));
        } catch (error) {
            if (!signal.aborted) show(undefined);
        }
    };
    const act = async (/** @type {() => Promise<any>} */ call) => {
        try {
            show(await call());
        } catch (error) {
            toast(explain(error), { kind: 'error' });
            await look();
        }
    };
    delegate(
        host,
        'change',
        '[type=file]',
        async (element) => {
            const input = /** @type {HTMLInputElement} */ (element);
            const [file] = input.files ?? [];
            input.value = '';
            if (!file) return;
            state.dataset.shown = 'sending';
            render(state, html`<p class="own-data-busy">${t('ownData.sending', { name: file.name })}</p>`);
            const query = { name: file.name.slice(-200) };
            await act(() => api.post('/me/import', undefined, { bytes: file, query }));
        },
        signal,
    );
    delegate(host, 'click', '[data-run]', () => void act(() => api.post('/me/import/run', {})), signal);
    delegate(
        host,
        'click',
        '[data-forget-import]',
        () =>
            void act(async () => {
                await api.delete('/me/import');
            }),
        signal,
    );
    await look();
}

/** @param {Import} value */
function saidOf({ state, done = 0, total = 0 }) {
    const locale = currentLocale();
    return state === 'examining'
        ? t('ownData.examining', { found: number(done, locale) })
        : t('ownData.running', { share: percent(total > 0 ? done / total : 0, locale) });
}

/** @param {Import} value */
function stateOf(value) {
    const { state, done = 0, total = 0, reason, report } = value;
    const locale = currentLocale();
    if (BUSY.includes(state)) {
        return html`<p class="own-data-busy" data-said>${saidOf(value)}</p>
            ${
                state === 'running' &&
                html`<progress max="${String(Math.max(1, total))}" value="${String(done)}"
                aria-label="${t('ownData.import')}"></progress>`
            }
            <div class="own-data-actions"><button type="button" class="button" data-forget-import
                data-testid="import-stop">${t('actions.cancel')}</button></div>`;
    }
    if (state === 'failed' || !report)
        return html`<p class="form-error" role="alert"
            data-testid="import-failed">${t(
                reason === 'import_too_large'
                    ? 'ownData.tooLarge'
                    : reason === 'import_unreadable'
                      ? 'ownData.unreadable'
                      : 'ownData.failed',
            )}</p>`;
    const isReady = state === 'ready';
    const added = report.counts.reduce((all, count) => all + count.added, 0);
    return html`<div class="own-data-report" data-testid="import-${state}">
        <p>${t(isReady ? 'ownData.readyText' : 'ownData.finishedText', {
            source: report.source ? t(`ownData.sources.${report.source}`) : '',
        })}</p>
        <div class="own-data-scroll">
            <table>
            <thead>
            <tr>
            <th scope="col">${t('ownData.what')}</th>${['found', 'added', 'present', 'unmatched'].map(
                (name) =>
                    html`<th
            scope="col">${t(name === 'added' && isReady ? 'ownData.columns.new' : `ownData.columns.${name}`)}</th>`,
            )}</tr></thead>
            <tbody>${report.counts.map(
                (count) =>
                    html`<tr><th scope="row">${t(`ownData.kinds.${count.kind}`)}</th>
                        <td>${number(count.found, locale)}</td>
                <td data-testid="import-${count.kind}-added">${number(count.added, locale)}</td>
                <td>${number(count.present, locale)}</td><td>${number(count.unmatched, locale)}</td></tr>`,
            )}</tbody>
                </table></div>
        ${report.playlists.length > 0 && playlistsOf(report.playlists)}
        ${
            report.unreadable > 0 &&
            html`<p class="field-hint">${t('ownData.unreadableCount', { count: report.unreadable })}</p>`
        }
        ${
            report.unmatched.length > 0 &&
            html`<details><summary>${t('ownData.unmatched')}</summary><ul
            class="own-data-unmatched">${report.unmatched.map((label) => html`<li>${label}</li>`)}</ul></details>`
        }
        <div
            class="own-data-actions">${
                isReady &&
                added > 0 &&
                html`<button type="button" class="button is-primary" data-run
            data-testid="import-run">${t('ownData.run')}</button>`
            }
            <button type="button" class="button"
                data-forget-import>${t(isReady ? 'actions.cancel' : 'actions.done')}</button></div>
    </div>`;
}

/** @param {BroughtPlaylist[]} playlists of another service, with the certainty of their songs' matches */
function playlistsOf(playlists) {
    return html`<div class="own-data-scroll"><table data-testid="import-by-playlist">
        <thead><tr><th scope="col">${t('ownData.playlists')}</th>${CERTAINTIES.map(
            (name) => html`<th scope="col">${t(`ownData.songColumns.${name}`)}</th>`,
        )}</tr></thead>
        <tbody>${playlists.map(
            (playlist) => html`<tr><th scope="row" dir="auto">${playlist.name}</th>${CERTAINTIES.map(
                (name) => html`<td>${number(playlist[name], currentLocale())}</td>`,
            )}</tr>`,
        )}</tbody></table></div>
        ${playlists.some(({ missing }) => missing > 0) && html`<p class="field-hint">${t('ownData.awaitedText')}</p>`}`;
}
