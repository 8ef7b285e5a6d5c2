// @ts-check
// The dialog that adds tracks to an existing playlist or to a new one.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { playlistCover } from './cover.js';
import { addToPlaylist, playlistPath } from './model.js';

/** @typedef {import('./model.js').Playlist} Playlist */

const SHOWN = 200;

/** @param {string[]} trackIds @param {string} [suggested] a name for a new playlist */
export async function addDialog(trackIds, suggested = '') {
    if (trackIds.length === 0) return;
    const { dialog, close } = openDialog({
        title: t('playlists.addTitle', { count: trackIds.length }),
        testid: 'add-to-playlist',
        body: html`<div class="dialog-body add-playlist">
            <form class="form is-line"
                data-new>${field({
                    name: 'name',
                    label: t('playlists.newName'),
                    value: suggested,
                    required: true,
                    maxlength: 200,
                })}
                <button type="submit" class="button is-primary"
                    data-testid="add-new">${t('playlists.create')}</button>${formError}</form>
            <ul class="pick-list" data-lists aria-label="${t('playlists.title')}" data-testid="pick-list"></ul></div>`,
    });
    const done = (/** @type {{ id: string, name: string }} */ playlist) => {
        close();
        toast(t('playlists.added', { count: trackIds.length, name: playlist.name }), {
            actions: [{ label: t('actions.show'), run: () => navigate(playlistPath(playlist.id)) }],
        });
    };
    handleForm(find(dialog, '[data-new]'), async ({ name }) => done(await api.post('/playlists', { name, trackIds })));
    /** @type {Playlist[]} */
    let lists = [];
    delegate(dialog, 'click', '[data-pick]', async (button) => {
        const playlist = lists.find((one) => one.id === button.dataset.pick);
        if (!playlist) return;
        button.setAttribute('aria-busy', 'true');
        try {
            await addToPlaylist(playlist.id, trackIds);
            done(playlist);
        } catch (error) {
            button.removeAttribute('aria-busy');
            toast(explain(error), { kind: 'error' });
        }
    });
    try {
        lists = (await api.get('/playlists', { query: { whose: 'editable', sort: 'changed', limit: SHOWN } })).items;
        render(
            find(dialog, '[data-lists]'),
            html`${lists.map(
                (playlist) => html`<li><button type="button" class="pick" data-pick="${playlist.id}" data-testid="pick">
            ${playlistCover(playlist, { kind: 'row' })}<span
                class="row-text"><span class="row-title" dir="auto">${playlist.name}</span><span
                class="row-line">${t('count.tracks', { count: playlist.entryCount })}</span></span></button></li>`,
            )}`,
        );
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
