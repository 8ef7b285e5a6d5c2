// @ts-check
// A track's page. Moderators correct its data here.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { follow } from '../../core/live-views.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { albumPath, artistLinks } from '../../core/links.js';
import { refreshView } from '../../core/navigate.js';
import { may } from '../../core/session.js';
import { heart } from '../../elements/annotations/heart.js';
import { mountReviews } from '../../elements/annotations/reviews.js';
import { stars } from '../../elements/annotations/stars.js';
import { icons } from '../../elements/icons.js';
import { hero } from '../../elements/music/hero.js';
import { tint } from '../../elements/music/tint.js';
import { headerSkeleton } from '../../elements/states/skeletons.js';
import { playFrom } from '../../player/play-from.js';
import { mountPassages } from '../sound/track-passages.js';
import { editTrack } from '../corrections/edit-dialog.js';
import { showWords } from '../lyrics/words.js';
import { mountTrackMoments } from '../moments/track.js';
import { mountBookmark } from './bookmark.js';
import { mountEdits } from './edits.js';
import { fileFacts, ids, tags } from './facts.js';
import { trackMenu } from './menu.js';
import { similarTracks } from './similar.js';
import { mountSound } from './sound.js';
import { bindTracks } from './table.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    /** @type {import('../../core/types.js').Track} */
    const track = await api.get(`/tracks/${encodeURIComponent(params.id)}`, { signal });
    follow(
        ['catalogue', 'history'],
        track,
        (abort) => api.get(`/tracks/${encodeURIComponent(params.id)}`, { signal: abort, quiet: true }),
        signal,
    );
    const moderates = may('moderate');
    setTitle(track.title);
    render(
        root,
        html`<article class="page is-tinted" data-testid="track">
        ${hero({
            kind: t('track.kind'),
            title: track.title,
            art: track.cover,
            color: track.colors,
            lines: html`<span class="hero-artists">${artistLinks(track.artists)}</span><span
                class="fact"><a href="${albumPath(track.albumId)}">${track.album}</a></span>${
                    track.year && html`<span class="fact">${String(track.year)}</span>`
                }<span
                class="fact">${clock(track.durationMs)}</span>${
                    track.givenBy &&
                    html`<span class="fact"
                data-testid="given-by"><a
                href="/people/${encodeURIComponent(track.givenBy.id)}">${t('giving.givenBy', {
                    name: track.givenBy.name,
                })}</a></span>`
                }`,
            actions: html`<button type="button" class="button is-primary is-large" data-play
                data-play-track="${track.id}">${icons.play}${t('actions.play')}</button>
                ${heart('track', track, track.title, 'is-outlined')}
                ${
                    moderates &&
                    html`<button type="button" class="button is-large" data-edit
                    data-testid="edit-track">${icons.edit}${t('edits.edit')}</button>`
                }
                <button type="button" class="icon-button is-outlined" data-menu aria-haspopup="menu"
                    aria-label="${t('tracks.moreFor', { name: track.title })}">${icons.more}</button>${stars(
                        'track',
                        track,
                    )}
                <span class="hero-more" data-bookmark></span>`,
        })}
        <div class="detail-panels">
            ${panel('tags', t('track.tags'), tags(track))}
            ${panel('file', t('track.file'), fileFacts(track))}
            ${panel('ids', t('track.ids'), ids(track))}
        </div>
        <section class="panel" data-passages aria-labelledby="track-passages" hidden></section>
        <section class="panel" data-sound aria-labelledby="track-sound" hidden></section>
        <section class="panel" data-moments aria-labelledby="moments-title"></section>
        ${text('comment', t('track.comment'), track.comment)}
        <section class="panel lyrics" data-lyrics data-testid="lyrics"></section>
        <div data-mix></div>
        <section class="panel" data-reviews aria-labelledby="reviews-title"></section>
        ${
            moderates &&
            html`<section class="panel" data-edits aria-labelledby="edits-title" data-testid="edits"></section>`
        }
    </article>`,
    );
    tint(find(root, '.page'), track.colors, track.title);
    delegate(root, 'click', '[data-menu]', (button) => trackMenu(button, track), signal);
    delegate(root, 'click', '[data-edit]', () => editTrack(track, refreshView), signal);
    // The page works without reviews.
    void mountReviews(find(root, '[data-reviews]'), 'track', track, signal).catch(() =>
        root.querySelector('[data-reviews]')?.remove(),
    );
    mountSound(find(root, '[data-sound]'), track, signal);
    mountTrackMoments(find(root, '[data-moments]'), track, signal);
    mountPassages(find(root, '[data-passages]'), track, signal);
    const mix = similarTracks(find(root, '[data-mix]'), 'tracks', track.id, signal);
    bindTracks(root, (row) => ({ tracks: mix.tracks, index: Number(row.dataset.index) }), signal);
    void words(find(root, '[data-lyrics]'), track, signal);
    void mountBookmark(find(root, '[data-bookmark]'), track, signal).catch(() => {});
    if (moderates) await mountEdits(find(root, '[data-edits]'), track, signal);
}

/** @param {HTMLElement} host @param {import('../../core/types.js').Track} track @param {AbortSignal} signal */
function words(host, track, signal) {
    return showWords(host, {
        track,
        signal,
        seek: (ms) => playFrom(track, ms),
    });
}

/** @param {string} id @param {string} title @param {[string, unknown][]} facts */
function panel(id, title, facts) {
    if (facts.length === 0) return '';
    return html`<section class="panel" aria-labelledby="track-${id}"><h2 id="track-${id}">${title}</h2>
        <dl class="details"
            data-testid="track-${id}">${facts.map(
                ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
            )}</dl></section>`;
}

/** @param {string} id @param {string} title @param {string | undefined} content */
function text(id, title, content) {
    return (
        content &&
        html`<section class="panel" aria-labelledby="track-${id}"><h2 id="track-${id}">${title}</h2>
            <p class="long-text">${content}</p></section>`
    );
}
