// @ts-check
// The user's recognized songs, visible to no one else.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { dayKey, dayName, timeOfDay } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { names, trackPath } from '../../core/links.js';
import { restartable } from '../../core/restartable-signal.js';
import { icons } from '../../elements/icons.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { cover } from '../../elements/music/cover.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} at
 * @property {import('../../core/types.js').TrackItem | null} [track] null if no library has it any more
 * @property {string} title
 * @property {string} artist
 * @property {number} positionMs
 * @property {number} confidence
 */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('recognition.history'));
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('recognition.history')}</h1>
            <div class="page-tools"><a class="button" href="/listen" data-listen
                data-testid="listen-here">${icons.microphone}${t('recognition.listen')}</a><button type="button"
                class="button is-danger-quiet" data-clear hidden
                data-testid="recognitions-clear">${icons.trash}${t('recognition.clear')}</button></div></header>
        <p class="page-lead">${t('recognition.historyLead')}</p>
        <div data-list></div></div>`,
    );
    const host = find(root, '[data-list]');
    const clear = find(root, '[data-clear]');
    const restart = restartable(signal);

    const list = () => {
        let day = '';
        clear.hidden = true;
        return infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/recognitions', { query: { cursor, limit: 50 }, signal: abort }),
            frame: html`<ul class="rows" data-items data-testid="recognitions"></ul>`,
            item: (/** @type {Entry} */ entry) => {
                const key = dayKey(entry.at);
                const head =
                    key !== day &&
                    html`<li class="listen-day" data-day="${key}"><h2>${dayName(entry.at, currentLocale())}</h2></li>`;
                day = key;
                return html`${head}${row(entry, key)}`;
            },
            skeleton: rowsSkeleton(6),
            empty: () =>
                emptyState({
                    art: 'microphone',
                    title: t('recognition.historyNone'),
                    text: t('recognition.historyNoneText'),
                    action: html`<a class="button is-primary" href="/listen"
                        data-listen>${icons.microphone}${t('recognition.listen')}</a>`,
                }),
            loaded: (items) => {
                clear.hidden = items.length === 0;
            },
        }).ready;
    };

    delegate(
        host,
        'click',
        '[data-forget]',
        async (button) => {
            const gone = /** @type {HTMLElement} */ (button.closest('[data-key]'));
            try {
                await api.delete(`/recognitions/${encodeURIComponent(gone.dataset.key ?? '')}`);
                remove(gone);
                toast(t('recognition.removed'));
                if (!host.querySelector('[data-key]')) await list();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    clear.addEventListener('click', async () => {
        const isSure = await confirmDialog({
            title: t('recognition.clearTitle'),
            text: t('recognition.clearText'),
            confirm: t('recognition.clear'),
        });
        if (!isSure) return;
        try {
            await api.delete('/recognitions');
            await list();
            find(root, 'h1').focus({ preventScroll: true });
            toast(t('recognition.cleared'));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    });
    await list();
}

/**
 * Removes a row, and its day's heading with the last row. Focuses the next row.
 * @param {HTMLElement} row
 */
function remove(row) {
    const { day } = row.dataset;
    const rows = /** @type {HTMLElement[]} */ ([...(row.parentElement?.querySelectorAll('[data-key]') ?? [])]);
    const at = rows.indexOf(row);
    const next = rows[at + 1] ?? rows[at - 1];
    if (!rows.some((other) => other !== row && other.dataset.day === day))
        row.parentElement?.querySelector(`.listen-day[data-day="${day}"]`)?.remove();
    row.remove();
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector('[data-forget]'))?.focus();
}

/** @param {Entry} entry @param {string} day */
function row({ id, at, track, title, artist }, day) {
    const text = html`${cover(track?.cover, track?.album || title, { kind: 'row' })}<span class="row-text"><span
        class="row-title" dir="auto">${track?.title ?? title}</span><span class="row-line"
        dir="auto">${
            track ? html`${names(track.artists)} · ${track.album}` : html`${t('recognition.gone')} · ${artist}`
        }</span></span>`;
    return html`<li class="row ${track ? '' : 'is-missing'}" data-key="${id}" data-day="${day}"
        data-testid="recognition">${
            track
                ? html`<a class="row-main" href="${trackPath(track.id)}">${text}</a>`
                : html`<span class="row-main">${text}</span>`
        }<time class="row-fact" datetime="${at}">${timeOfDay(at, currentLocale())}</time><button type="button"
        class="icon-button" data-forget aria-label="${t('recognition.removeNamed', { name: track?.title ?? title })}"
        title="${t('recognition.remove')}" data-testid="recognition-remove">${icons.close}</button></li>`;
}
