// @ts-check
// The dialog that saves an outside song to one of the user's playlists, where it waits for its track.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { playlistCover } from '../playlists/cover.js';
import { playlistPath } from '../playlists/model.js';
import { saveOutside } from './model.js';

/** @typedef {import('../playlists/model.js').Playlist} Playlist */

const SHOWN = 200;

/** @param {{ id: number, title: string }} song */
export async function saveDialog(song) {
    const { dialog, close } = openDialog({
        title: t('outside.saveNamed', { name: song.title }),
        testid: 'outside-save-dialog',
        body: html`<div class="dialog-body add-playlist"><p class="field-hint">${t('outside.saveHint')}</p>
            <form class="form is-line" data-new>${field({
                name: 'name',
                label: t('playlists.newName'),
                value: '',
                required: true,
                maxlength: 200,
            })}<button type="submit" class="button is-primary"
                data-testid="outside-save-new">${t('playlists.create')}</button>${formError}</form>
            <ul class="pick-list" data-lists aria-label="${t('playlists.title')}"></ul></div>`,
    });
    const save = async (/** @type {{ id: string, name: string }} */ playlist) => {
        const state = await saveOutside(song.id, playlist.id);
        close();
        toast(t(`outside.saved.${state}`, { name: playlist.name }), {
            actions: [{ label: t('actions.show'), run: () => navigate(playlistPath(playlist.id)) }],
        });
    };
    handleForm(find(dialog, '[data-new]'), async ({ name }) =>
        save(await api.post('/playlists', { name, trackIds: [] })),
    );
    /** @type {Playlist[]} */
    let lists = [];
    delegate(dialog, 'click', '[data-pick]', async (button) => {
        const playlist = lists.find((one) => one.id === button.dataset.pick);
        if (!playlist) return;
        try {
            await save(playlist);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    });
    try {
        const own = await api.get('/playlists', { query: { whose: 'own', sort: 'changed', limit: SHOWN } });
        lists = own.items.filter((/** @type {Playlist} */ playlist) => !playlist.smart);
        render(
            find(dialog, '[data-lists]'),
            html`${lists.map(
                (playlist) => html`<li><button type="button" class="pick" data-pick="${playlist.id}"
                data-testid="outside-pick">${playlistCover(playlist, { kind: 'row' })}<span
                class="row-text"><span class="row-title" dir="auto">${playlist.name}</span></span></button></li>`,
            )}`,
        );
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
