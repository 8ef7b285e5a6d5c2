// @ts-check

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { dayKey, dayName, timeOfDay } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, artistLinks } from '../../core/links.js';
import { restartable } from '../../core/restartable-signal.js';
import { equaliser, icons } from '../../elements/icons.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { selectBox } from '../../elements/lists/select-box.js';
import { cover } from '../../elements/music/cover.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { endSelection } from '../selection/model.js';
import { heldSongs } from '../selection/songs.js';
import { inTurns } from '../selection/turns.js';
import { bindTracks } from '../track/table.js';

/** @typedef {{ id: string, playedAt: string, client: string, track: import('../../core/types.js').TrackItem }} Play */

/** The limit for removing plays at once, because each needs its own request. */
const MOST_FORGOTTEN = 500;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('history.title'));
    render(
        root,
        html`<div class="page"><header class="page-head"><h1>${t('history.title')}</h1></header><div data-list></div>
            </div>`,
    );
    const host = find(root, '[data-list]');
    /** @type {readonly Play[]} */
    let plays = [];
    const restart = restartable(signal);
    const songs = heldSongs(
        () => plays,
        ({ id, track }) => ({ key: id, track }),
    );
    bindTracks(
        host,
        (row) => ({ tracks: plays.map((play) => play.track), index: Number(row.dataset.index) }),
        signal,
        undefined,
        {
            songs: () => songs,
            actions: () => [
                {
                    name: 'remove',
                    label: t('selection.forget'),
                    icon: icons.trash,
                    isMain: true,
                    ends: true,
                    danger: true,
                    run: (chosen) => forget(chosen.map(({ key }) => key)),
                },
            ],
        },
    );

    const list = () => {
        let day = '';
        return infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/history', { query: { cursor, limit: 60 }, signal: abort }),
            frame: html`<table class="tracks has-art is-history">
                <caption class="visually-hidden">${t('history.title')}</caption><tbody></tbody></table>`,
            container: 'tbody',
            item: (play, index) => {
                const key = dayKey(play.playedAt);
                const head =
                    key !== day &&
                    html`<tr class="day"><th scope="rowgroup"
                        colspan="4">${dayName(play.playedAt, currentLocale())}</th></tr>`;
                day = key;
                return html`${head}${row(play, index)}`;
            },
            skeleton: rowsSkeleton(10),
            empty: () =>
                emptyState({
                    art: 'history',
                    title: t('history.emptyTitle'),
                    text: t('history.emptyText'),
                    action: html`<a class="button is-primary" href="/library/albums">${t('actions.browse')}</a>`,
                }),
            loaded: (items) => {
                plays = items;
            },
        }).ready;
    };

    /** @param {string[]} ids */
    const forget = async (ids) => {
        if (ids.length > MOST_FORGOTTEN) return toast(t('selection.most', { count: MOST_FORGOTTEN }));
        await inTurns(ids, (id) => api.delete(`/history/${encodeURIComponent(id)}`)).finally(() => list());
        toast(t('history.removedSome', { count: ids.length }));
    };
    delegate(
        host,
        'click',
        '[data-forget]',
        async (button) => {
            const id = button.dataset.forget ?? '';
            try {
                await api.delete(`/history/${encodeURIComponent(id)}`);
                const next = button.closest('tr')?.nextElementSibling?.querySelector('[data-forget]');
                button.closest('tr')?.remove();
                endSelection(songs);
                /** @type {HTMLElement | null | undefined} */ (next)?.focus();
                toast(t('history.removed'));
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    live.on(
        'history',
        () => {
            if (scrollY < 200 && !host.contains(document.activeElement)) void list();
        },
        signal,
    );
    await list();
}

/** @param {Play} play @param {number} index */
function row({ id, playedAt, client, track }, index) {
    return html`<tr class="track ${track.missing ? 'is-missing' : ''}" data-testid="history-row"
        data-track="${track.id}" data-index="${index}">
        <td class="track-number"><span
            class="track-index"><time datetime="${playedAt}">${timeOfDay(playedAt, currentLocale())}</time></span>${
                equaliser
            }
            ${
                !track.missing &&
                html`<button type="button" class="track-play" data-play-row data-name="${track.title}"
                aria-label="${t('actions.playNamed', { name: track.title })}">${icons.play}</button>`
            }${selectBox(track.title)}</td>
        <td class="track-main">
            <div class="track-cell">${cover(track.cover, track.album || track.title, {
                kind: 'row',
                color: track.colors,
            })}
            <div class="track-text"><span class="track-title">${track.title}</span><span
                class="track-artists">${artistLinks(track.artists)}</span>
            ${track.missing && html`<span class="badge">${t('tracks.missing')}</span>`}</div></div></td>
        <td class="track-album">${
            track.missing ? track.album : html`<a href="${albumPath(track.albumId)}">${track.album}</a>`
        }<span
            class="track-client">${client}</span></td>
        <td class="track-more"><button type="button" class="icon-button" data-forget="${id}"
            aria-label="${t('history.remove', { name: track.title })}"
            title="${t('history.removeShort')}">${icons.close}</button></td>
    </tr>`;
}
