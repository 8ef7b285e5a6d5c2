// @ts-check
// The songs of an imported playlist: how certain each match is, candidates for the others, and wishes for missing
// songs.

import { api } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { keepInAddress } from '../../elements/forms/list-filters.js';
import { icons } from '../../elements/icons.js';
import { liveList } from '../../elements/lists/live-list.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { radio } from '../../player/radio.js';
import { previewOf } from '../outside/model.js';
import { playlistPath } from '../playlists/model.js';
import { candidatesDialog } from './candidates.js';
import { countsOf, FILTERS, removeSong, songsOf, wishFor } from './model.js';
import { songRow } from './row.js';

/** @typedef {import('./model.js').BroughtSong} BroughtSong */

const PAUSE_MS = 300;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, params, query, setTitle, signal }) {
    const playlist = await api.get(playlistPath(params.id), { signal });
    setTitle(t('imported.title'));
    let filter = FILTERS.includes(query.get('filter') ?? '') ? /** @type {string} */ (query.get('filter')) : 'all';
    render(
        root,
        html`<div class="page is-narrow" data-testid="imported">
        <header class="page-head"><h1>${t('imported.title')}</h1><div class="page-tools" data-tools></div></header>
        <p class="page-lead"><a href="/playlists/${playlist.id}" dir="auto"
            data-testid="imported-playlist">${playlist.name}</a> · <span data-counts aria-live="polite"></span></p>
        <div class="toolbar"><label class="inline-select"><span class="visually-hidden">${t('imported.show')}</span>
            <select data-filter data-testid="imported-filter">${FILTERS.map(
                (one) => html`<option value="${one}"
                    ${attribute('selected', one === filter)}>${t(`imported.filters.${one}`)}</option>`,
            )}</select></label></div>
        <div data-list></div>
    </div>`,
    );
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(6),
        load: (cursor, limit) => songsOf(playlist.id, { filter, cursor, limit }, signal),
        draw: (/** @type {BroughtSong[]} */ songs) =>
            html`<ul class="imported-songs" data-testid="imported-songs">${songs.map(songRow)}</ul>`,
        empty: () => emptyState({ art: 'record', title: t('imported.none'), text: t('imported.noneText') }),
    });
    const describe = async () => {
        const { total, missing, likely } = await countsOf(playlist.id, signal);
        render(
            find(root, '[data-counts]'),
            html`${t('imported.counts', { count: total, here: total - missing })}${
                likely > 0 && html` · ${t('imported.likelyCount', { count: likely })}`
            }`,
        );
        render(
            find(root, '[data-tools]'),
            html`${
                missing > 0 &&
                may('takePart') &&
                html`<button type="button" class="button is-primary" data-wish-all
                data-testid="wish-all">${icons.wish}${t('imported.wishAll', { count: missing })}</button>`
            }`,
        );
    };
    const again = () => Promise.all([list.refresh(), describe()]);
    const songOf = (/** @type {Element} */ element) =>
        list.items.find(
            (song) => song.id === /** @type {HTMLElement | null} */ (element.closest('[data-key]'))?.dataset.key,
        );
    const act = async (/** @type {() => Promise<void>} */ call) => {
        try {
            await call();
            await again();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    const wish = (/** @type {string} */ song = '') =>
        act(async () => {
            const { made, backed, present, left } = await wishFor(playlist.id, song);
            toast(
                left > 0
                    ? t('imported.wishedLeft', { count: made + backed, left })
                    : made + backed > 0
                      ? t('imported.wished', { count: made + backed })
                      : t('imported.wishedBefore', { count: present }),
            );
        });

    const look = debounced(PAUSE_MS, async () => {
        list.soon();
        await describe().catch(() => {});
    });
    onLeave(signal, () => look.cancel());
    live.on('playlist', ({ id, gone }) => id === playlist.id && !gone && look.later(undefined), signal);
    delegate(
        root,
        'change',
        '[data-filter]',
        (select) => {
            filter = /** @type {HTMLSelectElement} */ (select).value;
            keepInAddress(path, { filter: filter === 'all' ? '' : filter });
            void list.restart();
        },
        signal,
    );
    delegate(root, 'click', '[data-wish-all]', () => void wish(), signal);
    delegate(
        root,
        'click',
        '[data-preview-song]',
        (button) => {
            const song = songOf(button);
            if (song?.outsideId !== undefined) radio.toggle(previewOf({ ...song, id: song.outsideId }));
        },
        signal,
    );
    delegate(root, 'click', '[data-wish-song]', (button) => void wish(songOf(button)?.id), signal);
    delegate(
        root,
        'click',
        '[data-candidates]',
        (button) => {
            const song = songOf(button);
            if (song) candidatesDialog(playlist.id, song, () => void again());
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-remove-song]',
        (button) => {
            const song = songOf(button);
            if (song) void act(() => removeSong(playlist.id, song.id));
        },
        signal,
    );
    await describe();
}
