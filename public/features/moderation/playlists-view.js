// @ts-check
// All users' public playlists, for moderators: search by title and owner, hide, unhide, and delete with a reason.

import { api } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { keepInAddress } from '../../elements/forms/list-filters.js';
import { icons } from '../../elements/icons.js';
import { liveList } from '../../elements/lists/live-list.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { deletePlaylist, hidePlaylist, playlistRow } from './playlist-row.js';

/** @typedef {import('./model.js').ModeratedPlaylist} ModeratedPlaylist */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('takedown.playlists'));
    let words = query.get('q') ?? '';
    let hidden = query.get('hidden') === 'true';
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('takedown.playlists')}</h1></header>
        <p class="page-lead">${t('takedown.playlistsLead')}</p>
        <div class="toolbar">
            <div class="search-box is-small inline-search"><span class="search-icon">${icons.search}</span><input
                type="search" data-words autocomplete="off" maxlength="100" value="${words}"
                placeholder="${t('takedown.searchPlaylists')}" aria-label="${t('takedown.searchPlaylists')}"
                data-testid="playlist-search"></div>
            <label class="switch"><input type="checkbox" role="switch" data-hidden ${attribute('checked', hidden)}
                data-testid="hidden-only"><span>${t('takedown.hiddenOnly')}</span></label>
        </div>
        <div data-list></div>
    </div>`,
    );
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(6),
        load: (cursor, limit) =>
            api.get('/moderation/playlists', {
                query: { q: words, hidden: hidden ? 'true' : '', cursor, limit },
                signal,
            }),
        draw: (/** @type {ModeratedPlaylist[]} */ items) =>
            html`<ul class="things" data-testid="moderated-playlists">${items.map(playlistRow)}</ul>`,
        empty: () =>
            emptyState({ art: 'queue', title: t('takedown.noPlaylists'), text: words ? t('search.noneText') : '' }),
    });
    const again = () => {
        keepInAddress(path, { q: words, hidden: hidden ? 'true' : '' });
        return list.restart();
    };
    const look = debounced(400, async () => {
        await again();
    });
    onLeave(signal, () => look.cancel());
    find(root, '[data-words]').addEventListener('input', (event) => {
        words = /** @type {HTMLInputElement} */ (event.target).value.trim();
        look.later(undefined);
    });
    find(root, '[data-hidden]').addEventListener('change', (event) => {
        hidden = /** @type {HTMLInputElement} */ (event.target).checked;
        void again();
    });
    const playlistOf = (/** @type {HTMLElement} */ button) =>
        list.items.find((one) => one.id === /** @type {HTMLElement} */ (button.closest('[data-key]')).dataset.key);
    delegate(
        root,
        'click',
        '[data-hide]',
        (button) => {
            const one = playlistOf(button);
            if (one) hidePlaylist(one, () => void list.refresh());
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-delete]',
        (button) => {
            const one = playlistOf(button);
            if (one) deletePlaylist(one, () => void list.refresh());
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-show]',
        async (button) => {
            const one = playlistOf(button);
            if (!one) return;
            try {
                await api.delete(`/moderation/playlists/${encodeURIComponent(one.id)}/hidden`);
                toast(t('takedown.shownDone', { name: one.name }));
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
            await list.refresh();
        },
        signal,
    );
    for (const name of ['playlist', 'open', 'reset']) live.on(name, () => list.soon(), signal);
    await list.ready;
}
