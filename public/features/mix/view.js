// @ts-check
// A mix of today with the reason for each song.

import { api, ApiError } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { dayName, length, list } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { artistPath } from '../../core/links.js';
import { navigate } from '../../core/navigate.js';
import { icons } from '../../elements/icons.js';
import { mosaic } from '../../elements/music/cover.js';
import { hero } from '../../elements/music/hero.js';
import { tint } from '../../elements/music/tint.js';
import { toast } from '../../elements/overlays/toast.js';
import { headerSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { queueReasons } from '../../player/index.js';
import { sourceOf } from '../../player/source.js';
import { keptName, mixName, mixSongs } from '../mixes/model.js';
import { mixReason } from '../song-radio/reasons.js';
import { listRadioItem } from '../song-radio/start.js';
import { COLUMNS, sorted } from '../track/sort.js';
import { sortable } from '../track/sortable-table.js';
import { bindTracks, trackRow, trackTable } from '../track/table.js';

/** @typedef {import('../mixes/model.js').MixSongs} MixSongs */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    const mix = await mixSongs(params.id, signal).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
    });
    if (!mix) return gone(root, setTitle);
    setTitle(mixName(mix));
    const tracks = mix.items.map(({ track }) => track);
    const reasons = new Map(mix.items.map(({ track, reason }) => [track.id, mixReason(reason, track)]));
    render(
        root,
        html`<article class="page is-tinted" data-testid="mix">${head(mix)}
        <div data-songs></div></article>`,
    );
    const shown = sortable(find(root, '[data-songs]'), {
        list: `mix ${mix.id}`,
        columns: COLUMNS,
        order: (order) => sorted(tracks, order, (track) => track),
        draw: (list, sorting) => {
            const notes = list.map(({ id }) => reasons.get(id) ?? '');
            const columns = { caption: mixName(mix), art: true, album: true, notes, sorting };
            return trackTable(
                columns,
                list.map((track, index) => trackRow(track, index, columns)),
            );
        },
        signal,
    });
    tint(find(root, '.page'), mix.colors, mixName(mix));
    const source = sourceOf('mix', mix.id);
    bindTracks(
        root,
        (row) => {
            queueReasons.note('mix', mix.items);
            return { tracks: shown.tracks, index: Number(row.dataset.index), source };
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-mix-radio]',
        () => listRadioItem({ kind: 'mix', id: mix.id, name: mixName(mix) }, async () => tracks).run(),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-keep]',
        (button) => void keep(/** @type {HTMLButtonElement} */ (button), mix),
        signal,
    );
}

/** @param {MixSongs} mix */
function head(mix) {
    const locale = currentLocale();
    const facts = [t('count.tracks', { count: mix.trackCount }), length(mix.durationMs, locale)];
    return hero({
        kind: t('mixes.kind', { day: dayName(`${mix.day}T12:00:00`, locale) }),
        title: mixName(mix),
        picture: mosaic(mix.covers, mixName(mix), {
            kind: 'large',
            eager: true,
            className: 'hero-cover',
            colors: mix.colors,
        }),
        lines: html`<span class="hero-artists">${artists(mix, locale)}</span>${facts.map(
            (fact) => html`<span class="fact is-short">${fact}</span>`,
        )}`,
        actions: html`<button type="button" class="button is-primary is-large" data-play-mix="${mix.id}"
                data-testid="play-all">${icons.play}${t('actions.play')}</button>
            <button type="button" class="button is-large" data-play-mix="${mix.id}" data-shuffled
                data-testid="shuffle-all">${icons.shuffle}${t('actions.shuffle')}</button>
            <button type="button" class="button is-large" data-mix-radio
                data-testid="mix-radio">${icons.songRadio}${t('songRadio.start')}</button>
            <button type="button" class="button is-large" data-keep
                data-testid="keep-mix">${icons.plus}${t('mixes.keep')}</button>`,
    });
}

/**
 * Links to the artists, joined by the locale's list format.
 * @param {MixSongs} mix @param {string} locale
 */
function artists(mix, locale) {
    const marks = mix.artists.map((_, index) => `\u0000${index}\u0000`);
    return list(marks, locale)
        .split('\u0000')
        .map((part, index) => {
            const artist = index % 2 === 1 && mix.artists[Number(part)];
            return artist ? html`<a href="${artistPath(artist.id)}">${artist.name}</a>` : part;
        });
}

/** @param {HTMLButtonElement} button @param {MixSongs} mix */
async function keep(button, mix) {
    button.disabled = true;
    try {
        const name = keptName(mix);
        const trackIds = mix.items.map(({ track }) => track.id);
        const playlist = await api.post('/playlists', { name, trackIds });
        toast(t('mixes.kept', { name }), {
            actions: [
                { label: t('actions.show'), run: () => navigate(`/playlists/${encodeURIComponent(playlist.id)}`) },
            ],
        });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    } finally {
        button.disabled = false;
        button.focus();
    }
}

/** @param {HTMLElement} root @param {(title: string) => void} setTitle */
function gone(root, setTitle) {
    setTitle(t('mixes.goneTitle'));
    render(
        root,
        html`<div class="page">${emptyState({
            art: 'record',
            title: t('mixes.goneTitle'),
            text: t('mixes.goneText'),
            heading: 'h1',
            action: html`<a class="button is-primary" href="/" data-testid="mix-home">${t('mixes.goHome')}</a>`,
        })}</div>`,
    );
}
