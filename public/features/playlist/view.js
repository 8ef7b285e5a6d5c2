// @ts-check
// A playlist's page: its description and entries. Editors can rearrange the entries.

import { api } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { length } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { navigate, refreshView } from '../../core/navigate.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { titleSize } from '../../elements/music/hero.js';
import { tint } from '../../elements/music/tint.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { headerSkeleton } from '../../elements/states/skeletons.js';
import { player } from '../../player/index.js';
import { deviceItem } from '../device/menu-item.js';
import { downloadItem } from '../downloads/menu-item.js';
import { download } from '../downloads/model.js';
import { hidePlaylist } from '../moderation/playlist-row.js';
import { reportItem } from '../moderation/report-dialog.js';
import { addDialog } from '../playlists/add-to-playlist.js';
import { playlistCover } from '../playlists/cover.js';
import { playlistDialog } from '../playlists/dialog.js';
import { movePlaylist } from '../playlists/folders/actions.js';
import { playlistPath, playlistTracks } from '../playlists/model.js';
import { smartDialog } from '../playlists/smart-dialog.js';
import { shareDialog } from '../shares/dialog.js';
import { djItem } from '../song-radio/dj.js';
import { listRadioItem } from '../song-radio/start.js';
import { mountEntries } from './entries.js';
import { bindAwaited, drawImportedBar } from './imported-bar.js';

/** @typedef {import('../playlists/model.js').Playlist} Playlist */

const FORMATS = ['m3u8', 'xspf', 'jspf'];
const LOOK = 300;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    const path = playlistPath(params.id);
    /** @type {Playlist} */
    let playlist = await api.get(path, { signal });
    render(
        root,
        html`<article class="page is-tinted" data-testid="playlist"><header class="hero" data-hero></header>
            <div data-imported></div><div data-entries></div></article>`,
    );
    bindAwaited(find(root, '[data-imported]'), signal);
    const describe = () => {
        setTitle(playlist.name);
        render(find(root, '[data-hero]'), head(playlist));
        tint(find(root, '.page'), playlist.colors, playlist.name);
        void drawImportedBar(find(root, '[data-imported]'), playlist, signal);
    };
    describe();
    // Reloads run in sequence, because a change by this client and its event arrive at the same time.
    let last = Promise.resolve();
    const reload = () => {
        const next = last
            .catch(() => {})
            .then(async () => {
                const { revision, contents } = playlist;
                playlist = await api.get(path, { signal });
                if (playlist.revision === revision && playlist.contents === contents) return;
                describe();
                await entries.reload();
            });
        last = next;
        return next;
    };
    const entries = mountEntries(find(root, '[data-entries]'), () => playlist, reload, signal);

    live.on(
        'playlist',
        ({ id, revision }) => {
            if (id !== playlist.id || revision === playlist.revision) return;
            // A deleted playlist shows the same page as any missing one.
            reload().catch(() => refreshView());
        },
        signal,
    );

    // The result of the rules changes with the data that they read. A burst of events causes one reload.
    const look = debounced(LOOK, () => reload().catch(() => {}));
    onLeave(signal, () => look.cancel());
    const changed = (/** @type {string[]} */ sources) => {
        if (playlist.sources?.some((one) => sources.includes(one))) look.later(undefined);
    };
    live.on('changes', ({ sources }) => changed(sources), signal);
    live.on('catalogue', () => changed(['catalogue']), signal);
    live.on('opinions', () => changed(['shelf']), signal);
    live.on('history', () => changed(['listening']), signal);

    delegate(
        root,
        'click',
        '[data-add-all]',
        async () => {
            try {
                await addDialog(
                    (await playlistTracks(playlist.id)).map((track) => track.id),
                    playlist.name,
                );
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-edit]',
        () =>
            playlist.smart
                ? smartDialog(playlist, () => void reload()).catch((error) => toast(explain(error), { kind: 'error' }))
                : playlistDialog(playlist, () => void reload()),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-more]',
        (button) =>
            openMenu(button, [
                { label: t('actions.addToQueue'), icon: icons.queue, run: () => void enqueue(playlist) },
                ...(playlist.entryCount > 0
                    ? [
                          djItem(playlist.id, () => playlistTracks(playlist.id)),
                          listRadioItem({ kind: 'playlist', id: playlist.id, name: playlist.name }, () =>
                              playlistTracks(playlist.id),
                          ),
                      ]
                    : []),
                {
                    label: t('shares.share'),
                    icon: icons.share,
                    run: () => shareDialog([{ kind: 'playlist', id: playlist.id }], playlist.name),
                },
                ...(playlist.entryCount > 0 ? downloadItem({ playlistId: playlist.id }) : []),
                ...entries.orders(!matchMedia('(max-width: 760px)').matches),
                ...(playlist.entryCount > 0 ? deviceItem('playlist', playlist.id, playlist.name) : []),
                {
                    label: t('playlistFolders.move'),
                    icon: icons.folder,
                    run: () => void movePlaylist(playlist),
                },
                { label: t('playlists.duplicate'), icon: icons.copy, run: () => void duplicate(playlist) },
                ...FORMATS.map((format) => ({
                    label: t('playlists.export', { format: format.toUpperCase() }),
                    icon: icons.link,
                    run: () => download(`/api/v1${path}/export?format=${format}`),
                })),
                ...(!playlist.own && playlist.visibility === 'public'
                    ? reportItem('playlist', playlist.id, playlist.name)
                    : []),
                ...(!playlist.own && playlist.visibility === 'public' && may('moderate')
                    ? [
                          {
                              label: t('takedown.hide'),
                              icon: icons.warning,
                              danger: true,
                              run: () => hidePlaylist(playlist, () => navigate('/playlists', { replace: true })),
                          },
                      ]
                    : []),
                ...(playlist.own
                    ? [
                          {
                              label: t('playlists.delete'),
                              icon: icons.trash,
                              danger: true,
                              run: () => void remove(playlist),
                          },
                      ]
                    : []),
            ]),
        signal,
    );
    await entries.ready;
}

/** @param {Playlist} playlist */
function head(playlist) {
    const lines = [
        playlist.owner.name || playlist.owner.username,
        t('count.tracks', { count: playlist.entryCount }),
        length(playlist.durationMs, currentLocale()),
        playlist.missingCount > 0 && t('playlists.missing', { count: playlist.missingCount }),
        playlist.hiddenCount > 0 && t('playlists.hidden', { count: playlist.hiddenCount }),
    ];
    return html`${playlistCover(playlist, { kind: 'large', eager: true, className: 'hero-cover' })}
        <div class="hero-text">
            <p class="eyebrow">${t(playlist.smart ? 'smart.kind' : 'playlists.kind')} · ${t(
                `playlists.visibilities.${playlist.visibility}`,
            )}</p>
            <h1 class="${titleSize(playlist.name)}" dir="auto">${playlist.name}</h1>
            ${playlist.description && html`<p class="long-text" dir="auto">${playlist.description}</p>`}
            <p class="hero-lines">${lines.filter(Boolean).map((fact) => html`<span class="fact">${fact}</span>`)}</p>
            ${
                playlist.hidden &&
                html`<p class="post-hidden"
                data-testid="playlist-hidden">${icons.warning}${t('takedown.hiddenOwn', {
                    reason: playlist.hidden.reason,
                })}</p>`
            }
            <div class="hero-actions">
                <button type="button" class="button is-primary is-large" data-play-playlist="${playlist.id}"
                    data-testid="play-all">${icons.play}${t('actions.play')}</button>
                <button type="button" class="button is-large" data-play-playlist="${playlist.id}" data-shuffled
                    data-testid="shuffle-all">${icons.shuffle}${t('actions.shuffle')}</button>
                ${
                    playlist.own &&
                    html`<button type="button" class="icon-button is-outlined" data-edit data-testid="edit-playlist"
                    aria-label="${t('playlists.edit')}" title="${t('playlists.edit')}">${icons.edit}</button>`
                }
                <button type="button" class="icon-button is-outlined" data-more data-testid="playlist-menu"
                    aria-haspopup="menu"
                    aria-label="${t('tracks.moreFor', { name: playlist.name })}">${icons.more}</button>
            </div>
        </div>`;
}

/** @param {Playlist} playlist */
async function enqueue(playlist) {
    try {
        player.enqueue(await playlistTracks(playlist.id));
        toast(t('queue.added', { name: playlist.name }));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/** @param {Playlist} playlist */
async function duplicate(playlist) {
    try {
        const copy = await api.post(`${playlistPath(playlist.id)}/duplicate`, {
            name: t('playlists.copyOf', { name: playlist.name }).slice(0, 200),
        });
        navigate(playlistPath(copy.id));
        toast(t('playlists.duplicated'));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/** @param {Playlist} playlist */
async function remove(playlist) {
    if (
        !(await confirmDialog({
            title: t('playlists.deleteTitle', { name: playlist.name }),
            text: t('playlists.deleteText'),
            confirm: t('playlists.delete'),
        }))
    )
        return;
    try {
        await api.delete(playlistPath(playlist.id));
        navigate('/playlists', { replace: true });
        toast(t('playlists.deleted'));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
