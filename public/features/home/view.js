// @ts-check

import { api, isAbort } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { may, me } from '../../core/session.js';
import { quiet } from '../../core/stable-updates.js';
import { icons } from '../../elements/icons.js';
import { bindShelves, shelf } from '../../elements/music/card-row.js';
import { albumCard } from '../../elements/music/cards.js';
import { cover } from '../../elements/music/cover.js';
import { shelfSkeleton } from '../../elements/states/skeletons.js';
import { emptyState, errorState } from '../../elements/states/states.js';
import { player } from '../../player/index.js';
import { mixCard } from '../mixes/card.js';
import { mixesOfToday } from '../mixes/model.js';
import { bindTracks, trackRow, trackTable } from '../track/table.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/**
 * @typedef {{ recentlyAdded: import('../../core/types.js').AlbumItem[],
 *   recentlyPlayed: import('../../core/types.js').AlbumItem[], mostPlayed: { track: TrackItem,
 *   plays: number }[] }} Home
 */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle('');
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${greeting()}</h1></header>
        <div data-resume></div>
        <div data-content>${shelfSkeleton()}${shelfSkeleton()}</div>
    </div>`,
    );
    const content = find(root, '[data-content]');
    /** @type {TrackItem[]} */
    let mostPlayed = [];
    bindShelves(root);
    bindTracks(content, (row) => ({ tracks: mostPlayed, index: Number(row.dataset.index) }), signal);
    bindResume(find(root, '[data-resume]'), signal);

    const load = async () => {
        try {
            // The page is whole without mixes.
            const mixing = mixesOfToday(signal).catch(() => []);
            /** @type {Home} */
            const home = await api.get('/home', { signal });
            const mixes = await mixing;
            // A user without plays sees the music that others play.
            const others =
                home.mostPlayed.length > 0 || home.recentlyAdded.length === 0
                    ? []
                    : (await api.get('/tracks', { query: { sort: 'popular', limit: 10 }, signal })).items;
            if (content.querySelector('.shelf')) await quiet(content, signal);
            if (signal.aborted) return;
            mostPlayed = others.length > 0 ? others : home.mostPlayed.map((item) => item.track);
            render(content, shelves(home, others, mixes));
        } catch (error) {
            if (isAbort(error)) return;
            render(content, errorState(error));
            content.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const soon = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            if (!signal.aborted && !content.matches(':has(:focus-visible)')) void load();
        }, 1500);
    };
    live.on('history', soon, signal);
    live.on('catalogue', soon, signal);
    await load();
}

/**
 * @param {Home} home
 * @param {TrackItem[]} popular with everybody
 * @param {import('../mixes/model.js').Mix[]} mixes
 */
function shelves({ recentlyAdded, recentlyPlayed, mostPlayed }, popular, mixes) {
    if (recentlyAdded.length === 0) return nothingYet();
    const tracks = mostPlayed.slice(0, 10);
    const columns = {
        caption: t('home.mostPlayed'),
        art: true,
        album: true,
        plays: tracks.map((item) => item.plays),
        hideHead: true,
    };
    const general = { caption: t('home.popular'), art: true, album: true, hideHead: true };
    const all = html`<a class="text-link" href="/library/albums">${t('actions.seeAll')}</a>`;
    return html`
        ${mixes.length > 0 && shelf({ title: t('home.mixes'), items: mixes.map(mixCard), testid: 'mixes' })}
        ${
            recentlyPlayed.length > 0 &&
            shelf({
                title: t('home.recentlyPlayed'),
                items: recentlyPlayed.map((album) => albumCard(album)),
                testid: 'recently-played',
            })
        }
        ${shelf({
            title: t('home.recentlyAdded'),
            items: recentlyAdded.map((album) => albumCard(album)),
            testid: 'recently-added',
            more: all,
        })}
        ${
            tracks.length > 0 &&
            html`<section data-testid="most-played"><header class="section-head"><h2>${t('home.mostPlayed')}</h2>
                </header>
            ${trackTable(
                columns,
                tracks.map((item, index) => trackRow(item.track, index, columns)),
            )}</section>`
        }
        ${
            popular.length > 0 &&
            html`<section data-testid="popular-here">
                <header class="section-head"><h2>${t('home.popular')}</h2><span
                class="section-tools"><a class="text-link"
                href="/library/popular">${t('actions.seeAll')}</a></span></header>
            ${trackTable(
                general,
                popular.map((track, index) => trackRow(track, index, general)),
            )}</section>`
        }`;
}

function nothingYet() {
    return may('manageLibraries')
        ? emptyState({
              art: 'folder',
              title: t('home.emptyTitle'),
              text: t('home.emptyAdmin'),
              action: html`<a class="button is-primary" href="/administration/library">${t('home.openLibraries')}</a>`,
          })
        : emptyState({ art: 'record', title: t('home.emptyTitle'), text: t('home.emptyText') });
}

function greeting() {
    const hour = new Date().getHours();
    const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
    const name = me.value?.displayName || me.value?.username || '';
    return t(`home.${part}`, { name: name.split(' ')[0] });
}

/**
 * Where one stopped: shown until it plays.
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
function bindResume(host, signal) {
    const update = () => {
        const track = player.current;
        const offered = track && player.status === 'paused' && player.positionMs > 0;
        const key = offered ? track.id : '';
        if (host.dataset.shown === key) return;
        host.dataset.shown = key;
        if (!offered) return host.replaceChildren();
        render(
            host,
            html`<section class="resume" data-testid="resume" aria-label="${t('home.resume')}">
            ${cover(track.cover, track.album || track.title, { kind: 'row', eager: true })}
            <div class="resume-text"><p class="eyebrow">${t('home.resume')}</p>
                <p class="resume-title">${track.title}</p>
            <p class="resume-line">${names(track.artists)} · ${t('home.resumeAt', {
                position: clock(player.positionMs),
                duration: clock(track.durationMs),
            })}</p></div>
            <button type="button" class="button is-primary" data-continue
                data-testid="resume-play">${icons.play}${t('home.continue')}</button>
        </section>`,
        );
    };
    delegate(host, 'click', '[data-continue]', () => player.play(), signal);
    player.addEventListener('change', update, { signal });
    player.addEventListener('queue', update, { signal });
    update();
}
