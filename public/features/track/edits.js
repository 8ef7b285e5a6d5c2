// @ts-check
// A track's corrections, newest first, each with an undo button.

import { api, isAbort } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { dateTime } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { refreshView } from '../../core/navigate.js';
import { toast } from '../../elements/overlays/toast.js';
import { errorState } from '../../elements/states/states.js';

/** @typedef {{ field: string, before?: any, after?: any, file?: any }} Change */
/**
 * @typedef {{ id: string, at: string, by: { id?: string, name?: string }, changes: Change[], undoes?: string }} Edit
 */

/** @param {HTMLElement} host @param {import('../../core/types.js').Track} track @param {AbortSignal} signal */
export async function mountEdits(host, track, signal) {
    const path = `/tracks/${encodeURIComponent(track.id)}/edits`;
    const head = html`<h2 id="edits-title">${t('edits.history')}</h2>`;
    /** @type {Edit[]} */
    let shown = [];
    /** @param {string} [cursor] */
    const load = async (cursor) => {
        try {
            /** @type {import('../../core/types.js').Page<Edit>} */
            const page = await api.get(path, { query: { limit: 20, cursor }, signal });
            shown = [...shown, ...page.items];
            const undone = new Set(shown.map((edit) => edit.undoes));
            render(
                host,
                html`${head}${
                    shown.length === 0
                        ? html`<p class="panel-lead">${t('edits.none')}</p>`
                        : html`<ol class="things">${shown.map((edit) => row(edit, undone.has(edit.id)))}</ol>`
                }
                ${
                    page.nextCursor &&
                    html`<div class="form-actions"><button type="button" class="button"
                    data-more="${page.nextCursor}">${t('actions.loadMore')}</button></div>`
                }`,
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load(cursor));
        }
    };
    delegate(host, 'click', '[data-more]', (button) => void load(button.dataset.more), signal);
    delegate(
        host,
        'click',
        '[data-undo]',
        async (button) => {
            button.setAttribute('aria-busy', 'true');
            try {
                await api.post(`${path}/${encodeURIComponent(button.dataset.undo ?? '')}/undo`, {});
                toast(t('edits.undone'));
                refreshView();
            } catch (error) {
                button.removeAttribute('aria-busy');
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    await load();
}

/** @param {Edit} edit @param {boolean} undone */
function row(edit, undone) {
    const when = dateTime(edit.at, currentLocale());
    const who = edit.by.name ?? t('edits.somebody');
    return html`<li class="thing" data-testid="edit"><div class="thing-text">
            <p class="thing-title">${t(edit.undoes ? 'edits.undoneBy' : 'edits.editedBy', { name: who })}</p>
                <p class="thing-line">${when}</p>
            <ul class="changes">${edit.changes.map(
                (change) =>
                    html`<li><span>${t(`edits.fields.${change.field}`)}:</span> ${value(
                        change,
                        change.before,
                    )} → ${value(change, change.after)}</li>`,
            )}</ul></div>
        ${
            undone
                ? html`<span class="badge">${t('edits.isUndone')}</span>`
                : html`<button type="button" class="button is-small" data-undo="${edit.id}"
            aria-label="${t('edits.undoNamed', { name: who, when })}"
            data-testid="undo">${t('edits.undo')}</button>`
        }</li>`;
}

/** @param {Change} change @param {any} held undefined for the file's own value */
function value(change, held) {
    if (change.field === 'visual') return t(held ? `visuals.names.${held}` : 'visuals.bySong');
    if (change.field === 'cover') return t(held === undefined ? 'edits.coverOfFile' : 'edits.coverGiven');
    const text = (/** @type {any} */ one) =>
        (Array.isArray(one) ? one.join(', ') : String(one ?? '')) || t('edits.nothing');
    return held === undefined ? t('edits.valueOfFile', { value: text(change.file) }) : html`<q>${text(held)}</q>`;
}
