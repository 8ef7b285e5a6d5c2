// @ts-check

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { ago } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { confirmDialog, openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { emptyState, errorState } from '../../../elements/states/states.js';

/**
 * @typedef {{ id: string, name: string, path: string, trackCount: number, problemCount: number,
 *   lastScanAt?: string }} Library
 */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function mountLibraries(host, signal) {
    /** @type {Library[]} */
    let items = [];
    const head = () =>
        html`<div class="section-head"><h2 id="libraries-title">${t('libraries.title')}</h2><button type="button"
            class="button is-small" data-add
            data-testid="library-add">${icons.plus}${t('libraries.add')}</button></div>`;
    render(host, html`${head()}${rowsSkeleton(2)}`);

    const load = async () => {
        try {
            items = (await api.get('/libraries', { signal })).items;
            render(
                host,
                html`${head()}${
                    items.length === 0
                        ? emptyState({
                              art: 'folder',
                              title: t('libraries.emptyTitle'),
                              text: t('libraries.emptyText'),
                          })
                        : html`<ul class="things">${items.map(row)}</ul>`
                }`,
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(host, 'click', '[data-add]', () => add(() => void load()), signal);
    delegate(
        host,
        'click',
        '[data-remove]',
        async (button) => {
            const library = items.find((item) => item.id === button.dataset.remove);
            if (!library) return;
            const sure = await confirmDialog({
                title: t('libraries.removeTitle', { name: library.name }),
                text: t('libraries.removeText', { count: library.trackCount }),
                confirm: t('actions.remove'),
            });
            if (!sure) return;
            try {
                await api.delete(`/libraries/${encodeURIComponent(library.id)}`);
                toast(t('libraries.removed', { name: library.name }));
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    return { load, names: () => new Map(items.map((item) => [item.id, item.name])) };
}

/** @param {() => void} done */
function add(done) {
    const { dialog, close } = openDialog({
        title: t('libraries.add'),
        testid: 'library-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'name',
                label: t('libraries.name'),
                required: true,
                maxlength: 100,
                placeholder: t('libraries.nameExample'),
            })}
            ${field({
                name: 'path',
                label: t('libraries.path'),
                required: true,
                maxlength: 4096,
                placeholder: '/srv/music',
                hint: t('libraries.pathHint'),
            })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit"
                class="button is-primary">${t('libraries.add')}</button></div>
        </form>`,
    });
    handleForm(find(dialog, 'form'), async ({ name, path }) => {
        await api.post('/libraries', { name, path });
        close();
        toast(t('libraries.added', { name }));
        done();
    });
}

/** @param {Library} library */
function row({ id, name, path, trackCount, problemCount, lastScanAt }) {
    const facts = [
        t('count.tracks', { count: trackCount }),
        problemCount > 0 ? t('count.problems', { count: problemCount }) : '',
        lastScanAt ? t('libraries.scanned', { when: ago(lastScanAt, currentLocale()) }) : t('libraries.neverScanned'),
    ];
    return html`<li class="thing" data-testid="library-row"><span class="thing-icon">${icons.folder}</span>
        <div class="thing-text"><p class="thing-title">${name}</p><p class="thing-line"><code>${path}</code></p>
            <p class="thing-line">${facts.filter(Boolean).join(' · ')}</p></div>
        <button type="button" class="button is-small" data-scan="${id}"
            aria-label="${t('scans.startNamed', { name })}">${icons.refresh}${t('scans.start')}</button>
        <button type="button" class="icon-button" data-remove="${id}"
            aria-label="${t('libraries.remove', { name })}">${icons.trash}</button>
    </li>`;
}
