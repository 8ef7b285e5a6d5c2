// @ts-check

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { follow } from '../../core/live-views.js';
import { html, render } from '../../core/html.js';
import { hasMessage, t } from '../../core/i18n.js';
import { heart } from '../../elements/annotations/heart.js';
import { stars } from '../../elements/annotations/stars.js';
import { bindShelves, shelf } from '../../elements/music/card-row.js';
import { albumCard, artistCard } from '../../elements/music/cards.js';
import { creditLine } from '../../elements/music/credit.js';
import { hero, heroActions, radioButton } from '../../elements/music/hero.js';
import { tint } from '../../elements/music/tint.js';
import { headerSkeleton } from '../../elements/states/skeletons.js';
import { similarTracks } from '../track/similar.js';
import { bindTracks, trackRow, trackTable } from '../track/table.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    /** @type {import('../../core/types.js').Artist} */
    const artist = await api.get(`/artists/${encodeURIComponent(params.id)}`, { signal });
    follow(
        ['catalogue'],
        artist,
        (abort) => api.get(`/artists/${encodeURIComponent(params.id)}`, { signal: abort, quiet: true }),
        signal,
    );
    setTitle(artist.name);
    const tracks = artist.topTracks.slice(0, 10);
    const columns = { caption: t('artist.topTracks'), art: true, album: true, artists: false, hideHead: true };
    const roles = artist.roles
        .filter((role) => role !== 'performer' && role !== 'albumArtist' && hasMessage(`credits.${role}`))
        .map((role) => t(`credits.${role}`));
    render(
        root,
        html`<article class="page is-tinted" data-testid="artist">
        ${hero({
            kind: t('artist.kind'),
            title: artist.name,
            art: artist.image ?? artist.cover,
            color: artist.color,
            round: true,
            lines: [
                t('count.albums', { count: artist.albumCount }),
                t('count.tracks', { count: artist.trackCount }),
                artist.totalListenings > 0 && t('artist.listenings', { count: artist.totalListenings }),
                ...roles,
            ]
                .filter(Boolean)
                .map((fact) => html`<span class="fact">${fact}</span>`),
            actions: html`${heroActions('artist', artist.id)}${radioButton('artist', artist)}${heart(
                'artist',
                artist,
                artist.name,
                'is-outlined',
            )}${stars('artist', artist)}`,
        })}
        <div data-picture-credit></div>
        <section class="panel" data-biography hidden aria-labelledby="biography" data-testid="biography"></section>
        ${
            tracks.length > 0 &&
            html`<section><header class="section-head"><h2>${t('artist.topTracks')}</h2></header>${trackTable(
                columns,
                tracks.map((track, index) => trackRow(track, index, columns)),
            )}</section>`
        }
        ${
            artist.albums.length > 0 &&
            html`<section><header class="section-head"><h2>${t('library.albums')}</h2></header>
            <ul class="grid">${artist.albums.map((album) => albumCard(album, { caption: 'year' }))}</ul></section>`
        }
        ${
            artist.appearsOn.length > 0 &&
            shelf({
                title: t('artist.appearsOn'),
                items: artist.appearsOn.map((album) => albumCard(album)),
                testid: 'appears-on',
            })
        }
        <div data-alike></div>
        <div data-mix></div>
    </article>`,
    );
    const whole = artist.image ? undefined : artist.albums.find((album) => album.cover === artist.cover)?.colors;
    const main = artist.color ? [{ hex: artist.color, weight: 1 }] : undefined;
    tint(find(root, '.page'), whole ?? main, artist.name);
    const mix = similarTracks(find(root, '[data-mix]'), 'artists', artist.id, signal);
    bindTracks(
        root,
        (row) => ({ tracks: row.closest('[data-similar]') ? mix.tracks : tracks, index: Number(row.dataset.index) }),
        signal,
    );
    bindShelves(root);
    void info(root, artist.id, signal).catch(() => {});
}

/**
 * Loads the artist's details. They are optional: on failure, the page shows without them.
 * @param {HTMLElement} root @param {string} id @param {AbortSignal} signal
 */
async function info(root, id, signal) {
    /** @type {import('../../core/types.js').ArtistInfo} */
    const known = await api.get(`/artists/${encodeURIComponent(id)}/info`, { query: { limit: 20 }, signal });
    if (known.imageCredit) render(find(root, '[data-picture-credit]'), creditLine('picture', known.imageCredit));
    const biography = find(root, '[data-biography]');
    biography.hidden = !known.biography;
    if (known.biography)
        render(
            biography,
            html`<h2 id="biography">${t('artist.biography')}</h2>
                <p class="long-text" dir="auto">${known.biography}</p>
                ${creditLine('biography', known.biographyCredit)}`,
        );
    if (known.similar.length > 0)
        render(
            find(root, '[data-alike]'),
            shelf({
                title: t('similar.artists'),
                items: known.similar.map((one) => artistCard(one)),
                testid: 'similar-artists',
            }),
        );
}
