// @ts-check

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { follow } from '../../core/live-views.js';
import { date, length } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { showInOrder } from '../../core/in-order.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, artistLinks } from '../../core/links.js';
import { navigate, refreshView } from '../../core/navigate.js';
import { may } from '../../core/session.js';
import { heart } from '../../elements/annotations/heart.js';
import { mountReviews } from '../../elements/annotations/reviews.js';
import { stars } from '../../elements/annotations/stars.js';
import { icons } from '../../elements/icons.js';
import { bindShelves, shelf } from '../../elements/music/card-row.js';
import { albumCard } from '../../elements/music/cards.js';
import { creditLine } from '../../elements/music/credit.js';
import { explicitItem } from '../../elements/music/explicit.js';
import { hero, heroActions } from '../../elements/music/hero.js';
import { tint } from '../../elements/music/tint.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { headerSkeleton } from '../../elements/states/skeletons.js';
import { player } from '../../player/index.js';
import { sourceOf } from '../../player/source.js';
import { editAlbum } from '../corrections/edit-dialog.js';
import { deviceItem } from '../device/menu-item.js';
import { downloadItem } from '../downloads/menu-item.js';
import { withdrawAlbum } from '../moderation/withdraw-dialog.js';
import { addDialog } from '../playlists/add-to-playlist.js';
import { shareDialog } from '../shares/dialog.js';
import { putDialog } from '../shelf/put-dialog.js';
import { radioItem } from '../song-radio/start.js';
import { similarTracks } from '../track/similar.js';
import { sorted } from '../track/sort.js';
import { sortable } from '../track/sortable-table.js';
import { bindTracks, trackRow, trackTable } from '../track/table.js';

/** @typedef {import('../../core/types.js').Album} Album */
/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    /** @type {Album} */
    const album = await api.get(`/albums/${encodeURIComponent(params.id)}`, { signal });
    follow(
        ['catalogue'],
        album,
        (abort) => api.get(`/albums/${encodeURIComponent(params.id)}`, { signal: abort, quiet: true }),
        signal,
    );
    setTitle(album.name);
    render(
        root,
        html`<article class="page is-tinted" data-testid="album">
        ${hero({
            kind: t(album.compilation ? 'album.compilation' : 'album.kind'),
            title: album.name,
            art: album.cover,
            color: album.colors,
            lines: html`<span class="hero-artists">${artistLinks(album.albumArtists)}</span>${facts(album)}`,
            actions: html`${heroActions('album', album.id)}${heart('album', album, album.name, 'is-outlined')}<button
                type="button" class="icon-button is-outlined" data-album-menu aria-haspopup="menu"
                aria-label="${t('tracks.moreFor', { name: album.name })}">${icons.more}</button>${stars(
                    'album',
                    album,
                )}`,
        })}
        <div class="discs" data-discs></div>
        <p class="page-foot">${[
            album.releaseDate && t('album.released', { date: releaseDate(album.releaseDate) }),
            album.recordLabels.join(', '),
            t('album.added', { date: date(album.addedAt, currentLocale()) }),
        ]
            .filter(Boolean)
            .join(' · ')}</p>
        <section class="panel" data-notes hidden aria-labelledby="album-notes" data-testid="album-notes"></section>
        <div data-others></div>
        <div data-mix></div>
        <section class="panel" data-reviews aria-labelledby="reviews-title"></section>
    </article>`,
    );
    tint(find(root, '.page'), album.colors, album.name);
    const shown = sortable(find(root, '[data-discs]'), {
        list: `album ${album.id}`,
        columns: ['title', 'duration'],
        order: (order) => discsOf(album).flatMap((disc) => sorted(disc, order, (track) => track)),
        draw: (tracks, sorting) => discs(album, tracks, sorting),
        signal,
    });
    const mix = similarTracks(find(root, '[data-mix]'), 'albums', album.id, signal);
    bindTracks(
        root,
        (row) => {
            const index = Number(row.dataset.index);
            return row.closest('[data-similar]')
                ? { tracks: mix.tracks, index }
                : { tracks: shown.tracks, index, source: sourceOf('album', album.id) };
        },
        signal,
    );
    bindShelves(root);
    delegate(
        root,
        'click',
        '[data-album-menu]',
        (button) =>
            openMenu(button, [
                {
                    label: t('actions.playNext'),
                    icon: icons.playNext,
                    run: () => {
                        player.playNext(album.tracks);
                        toast(t('queue.addedNext', { name: album.name }));
                    },
                },
                {
                    label: t('actions.addToQueue'),
                    icon: icons.queue,
                    run: () => {
                        player.enqueue(album.tracks);
                        toast(t('queue.added', { name: album.name }));
                    },
                },
                radioItem({
                    kind: 'album',
                    id: album.id,
                    name: album.name,
                    artists: album.albumArtists.map((artist) => artist.id),
                }),
                {
                    label: t('playlists.addTo'),
                    icon: icons.plus,
                    run: () =>
                        void addDialog(
                            album.tracks.map((track) => track.id),
                            album.name,
                        ),
                },
                { label: t('shelf.putOn'), icon: icons.shelf, run: () => void putDialog({ albumIds: [album.id] }) },
                ...downloadItem({ albumId: album.id }),
                ...deviceItem('album', album.id, album.name),
                {
                    label: t('shares.share'),
                    icon: icons.share,
                    run: () => shareDialog([{ kind: 'album', id: album.id }], album.name),
                },
                ...explicitItem('albums', album, album.name),
                ...(may('moderate')
                    ? [
                          {
                              label: t('edits.editAlbum'),
                              icon: icons.edit,
                              run: () =>
                                  editAlbum(album, (changed) =>
                                      changed.id === album.id
                                          ? refreshView()
                                          : navigate(albumPath(changed.id), { replace: true }),
                                  ),
                          },
                          {
                              label: t('takedown.withdrawAlbum'),
                              icon: icons.trash,
                              danger: true,
                              run: () => withdrawAlbum(album, () => navigate('/library/albums', { replace: true })),
                          },
                      ]
                    : []),
            ]),
        signal,
    );
    const [told, more, opinions] = ['notes', 'others', 'reviews'].map((name) => find(root, `[data-${name}]`));
    // Reviews are optional: on failure, their section is removed.
    const reviews = mountReviews(opinions, 'album', album, signal).catch(() => opinions.remove());
    void showInOrder([
        [told, notes(told, album, signal)],
        [more, others(more, album, signal)],
        [find(root, '[data-mix]'), mix.loading],
        [opinions, reviews],
    ]);
}

/** @param {HTMLElement} host @param {Album} album @param {AbortSignal} signal */
async function notes(host, album, signal) {
    /** @type {import('../../core/types.js').AlbumInfo} */
    const known = await api.get(`/albums/${encodeURIComponent(album.id)}/info`, { signal });
    if (!known.notes && !known.coverCredit && !known.originalDateCredit) return;
    const day = releaseDate(album.originalDate ?? '');
    host.hidden = false;
    render(
        host,
        html`<h2 id="album-notes">${t('album.notes')}</h2>
            ${known.notes && html`<p class="long-text" dir="auto">${known.notes}</p>`}
            ${known.originalDateCredit && html`<p>${t('album.firstReleased', { day })}</p>`}
            ${creditLine('date', known.originalDateCredit)}${creditLine('cover', known.coverCredit)}`,
    );
}

/** @param {Album} album */
function facts(album) {
    const genres = album.genres.slice(0, 3).join(', ');
    const year = album.year;
    return [year, t('count.tracks', { count: album.trackCount }), length(album.durationMs, currentLocale()), genres]
        .concat(album.version ?? [], album.advisory === 'explicit' ? t('track.advisories.explicit') : [])
        .filter(Boolean)
        .map(
            (fact) =>
                html`<span
                    class="fact ${fact === genres || fact === album.version ? '' : 'is-short'}">${String(fact)}</span>`,
        );
}

/**
 * Formats a release date tag, which may be a year, a month or a day.
 * @param {string} tag
 */
function releaseDate(tag) {
    return /^\d{4}-\d{2}-\d{2}/.test(tag) ? date(`${tag.slice(0, 10)}T12:00:00`, currentLocale()) : tag;
}

/**
 * The tracks grouped by disc.
 * @param {Album} album
 */
function discsOf(album) {
    const numbers = [...new Set(album.tracks.map((track) => track.discNumber ?? 1))];
    return numbers.map((disc) => album.tracks.filter((track) => (track.discNumber ?? 1) === disc));
}

/**
 * @param {Album} album @param {readonly TrackItem[]} tracks in display order, disc by disc
 * @param {import('../track/sort.js').Sorting} sorting
 */
function discs(album, tracks, sorting) {
    const numbers = [...new Set(tracks.map((track) => track.discNumber ?? 1))];
    const main = album.albumArtists.map((artist) => artist.id).join();
    const titles = new Map(album.discTitles.map((one) => [one.disc, one.title]));
    const heading = (/** @type {number} */ disc) =>
        [t('album.disc', { number: String(disc) }), titles.get(disc)].filter(Boolean).join(': ');
    const showArtists =
        album.compilation || tracks.some((track) => track.artists.map((artist) => artist.id).join() !== main);
    return html`${numbers.map((disc) => {
        const columns = {
            caption: numbers.length > 1 ? `${album.name}, ${heading(disc)}` : album.name,
            numbered: true,
            artists: showArtists,
            sorting,
        };
        const rows = tracks.flatMap((track, index) =>
            (track.discNumber ?? 1) === disc ? [trackRow(track, index, columns)] : [],
        );
        const title = numbers.length > 1 && html`<h2 class="disc-title">${icons.disc}${heading(disc)}</h2>`;
        return html`${title}${trackTable(columns, rows)}`;
    })}`;
}

/** @param {HTMLElement} host @param {Album} album @param {AbortSignal} signal */
async function others(host, album, signal) {
    const artist = album.albumArtists[0];
    if (!artist || album.compilation) return;
    /** @type {import('../../core/types.js').Page<import('../../core/types.js').AlbumItem>} */
    const page = await api.get('/albums', {
        query: { artist: artist.id, sort: 'year', order: 'desc', limit: 20 },
        signal,
    });
    const rest = page.items.filter((other) => other.id !== album.id);
    if (rest.length > 0)
        render(
            host,
            shelf({
                title: t('album.moreBy', { name: artist.name }),
                items: rest.map((other) => albumCard(other, { caption: 'year' })),
                testid: 'more-albums',
            }),
        );
}
