// @ts-check
// The dialog that puts music on the shelf: in an existing folder, a new one, or none.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { folderArt } from './folder-art.js';
import { folderPath } from './model.js';

/** @typedef {{ trackIds?: string[], albumIds?: string[], itemIds?: string[] }} Things */

const MOST_AT_ONCE = 1000;

/** @param {Things} things @param {() => void} [done] */
export async function putDialog(things, done = () => {}) {
    const count = (things.trackIds?.length ?? 0) + (things.albumIds?.length ?? 0) + (things.itemIds?.length ?? 0);
    if (count === 0) return;
    const { dialog, close } = openDialog({
        title: t('shelf.putTitle', { count }),
        testid: 'put-dialog',
        body: html`<div class="dialog-body">
            <form class="form is-line"
                data-new>${field({ name: 'name', label: t('shelf.newFolder'), required: true, maxlength: 100 })}
                <button type="submit" class="button is-primary"
                    data-testid="put-new">${t('playlists.create')}</button>${formError}</form>
            <ul class="pick-list" data-folders aria-label="${t('shelf.folders')}" data-testid="folder-list"></ul>
                </div>`,
    });
    /** @param {{ id: string, name: string } | null} folder */
    const put = async (folder) => {
        for (const part of parts(things)) await api.post('/shelf/items/put', { folderId: folder?.id ?? null, ...part });
        close();
        const said = folder ? t('shelf.putInto', { name: folder.name }) : t('shelf.putUnfiled');
        announce(said);
        toast(said, {
            actions: [
                { label: t('actions.show'), run: () => navigate(folder ? folderPath(folder.id) : '/shelf/unfiled') },
            ],
        });
        done();
    };
    handleForm(find(dialog, '[data-new]'), async ({ name }) => put(await api.post('/shelf/folders', { name })));
    /** @type {import('./model.js').Folder[]} */
    let folders = [];
    delegate(dialog, 'click', '[data-pick]', async (button) => {
        button.setAttribute('aria-busy', 'true');
        try {
            await put(folders.find((one) => one.id === button.dataset.pick) ?? null);
        } catch (error) {
            button.removeAttribute('aria-busy');
            toast(explain(error), { kind: 'error' });
        }
    });
    try {
        folders = (await api.get('/shelf/folders', { query: { limit: 500 } })).items;
        render(
            find(dialog, '[data-folders]'),
            html`<li><button type="button" class="pick" data-pick=""
                data-testid="pick-none"><span class="folder-art is-row is-plain"
                aria-hidden="true">${icons.shelf}</span><span
                class="row-text"><span class="row-title">${t('shelf.unfiled')}</span></span></button></li>
            ${folders.map(
                (folder) =>
                    html`<li><button type="button" class="pick" data-pick="${folder.id}"
                data-testid="pick-folder">${folderArt(folder, 'row')}<span
                class="row-text"><span class="row-title">${folder.name}</span><span
                class="row-line">${t('count.items', { count: folder.itemCount })}</span></span></button></li>`,
            )}`,
        );
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * Batches of the size that the server accepts.
 * @param {Things} things
 * @returns {Things[]}
 */
function parts(things) {
    /** @type {Things[]} */
    const all = [];
    for (const name of /** @type {const} */ (['trackIds', 'albumIds', 'itemIds'])) {
        const ids = things[name] ?? [];
        for (let from = 0; from < ids.length; from += MOST_AT_ONCE)
            all.push({ [name]: ids.slice(from, from + MOST_AT_ONCE) });
    }
    return all;
}
