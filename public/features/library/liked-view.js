// @ts-check
// The user's likes, the latest first: tracks, albums or artists.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { annotations } from '../../elements/annotations/model.js';
import { listFrame } from '../../elements/lists/list-frame.js';
import { albumCard, albumRow, artistCard, artistRow } from '../../elements/music/cards.js';
import { blankCard, blankListRow, gridSkeleton, rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { endSelection } from '../selection/model.js';
import { pagedSongs } from '../selection/songs.js';
import { COLUMNS, orderOf, rememberOrder } from '../track/sort.js';
import { bindTracks, blankRow, trackRow, trackTable } from '../track/table.js';
import { libraryFrame } from './frame.js';
import { libraryList, sortSelect } from './list.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

const KINDS = ['tracks', 'albums', 'artists'];
const NEWEST_FIRST = ['liked', 'added'];
const SORTS = ['liked', 'title', 'artist', 'album', 'duration', 'added'];
/** Number of liked tracks that playing one of them adds to the queue. */
const TAKEN = 500;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, path, query, signal }) {
    setTitle(t('library.liked'));
    const wanted = query.get('kind') ?? 'tracks';
    const kind = KINDS.includes(wanted) ? wanted : 'tracks';
    const order = kind === 'tracks' ? orderOf('liked', query, SORTS, 'liked') : { by: 'liked', isDown: false };
    const songs = pagedSongs(
        () => source,
        (track) => ({ key: track.id, track }),
    );
    const tools = html`<nav class="tabs is-quiet"
        aria-label="${t('library.liked')}">${KINDS.map(
            (name) =>
                html`<a href="${path}${name === 'tracks' ? '' : `?kind=${name}`}" data-testid="liked-${name}"
        aria-current="${name === kind ? 'true' : 'false'}">${t(`library.${name}`)}</a>`,
        )}</nav>${kind === 'tracks' && sortSelect(SORTS, order.by)}`;
    const host = libraryFrame(root, {
        tab: 'liked',
        tools,
        layouts: kind !== 'tracks',
        signal,
        onLayout: () => void list.draw(),
    });
    /** @type {import('../../elements/lists/paged-source.js').PagedSource<any> | undefined} */
    let source;
    const list = libraryList(root, host, {
        path,
        query,
        signal,
        sort: order.by,
        isDown: order.isDown,
        sorted: (by, isDown = false) => rememberOrder('liked', { by, isDown }),
        changed: () => endSelection(songs),
        list: `/${kind}`,
        usual: 'liked',
        order: (by) => {
            /** @type {Record<string, string>} */
            const order = { sort: by, order: NEWEST_FIRST.includes(by) ? 'desc' : 'asc' };
            // The sort by time of the like lists only likes anyway.
            if (by !== 'liked') order.liked = 'true';
            return order;
        },
        filters: [],
        opened: (opened) => {
            source = opened;
        },
        look: (shown) => look(kind, shown),
    });
    if (kind === 'tracks') {
        bindTracks(
            host,
            (row) => {
                const track = source?.at(Number(row.dataset.index));
                return { tracks: track ? [track] : [], index: 0 };
            },
            signal,
            async (row) => {
                const first = Math.max(0, Number(row.dataset.index) - TAKEN / 2);
                const tracks = (await source?.slice(first, first + TAKEN)) ?? [];
                return { tracks, index: Number(row.dataset.index) - first };
            },
            { songs: () => songs },
        );
    }
    // Adds likes from other devices. A track unliked here stays until the page is left, so that it can be liked
    // again.
    annotations.addEventListener(
        'elsewhere',
        (event) => {
            /** @type {{ kind: string, liked: boolean, id: string }[]} */
            const items = /** @type {CustomEvent} */ (event).detail;
            const concerns =
                items.length === 0 ||
                items.some(
                    (item) => `${item.kind}s` === kind && item.liked !== isShown(host, `${item.kind}:${item.id}`),
                );
            if (concerns && !host.contains(document.activeElement)) void list.draw();
        },
        { signal },
    );
    await list.draw();
}

/** @param {HTMLElement} host @param {string} key */
function isShown(host, key) {
    return host.querySelector(`[data-like="${CSS.escape(key)}"]`) !== null;
}

/** @param {string} kind @param {import('../track/sort.js').Order} shown @returns {any} */
function look(kind, shown) {
    const empty = () =>
        emptyState({ art: 'record', title: t('library.nothingLiked'), text: t('library.nothingLikedText') });
    if (kind === 'tracks') {
        const columns = { caption: t('library.liked'), art: true, album: true };
        return {
            frame: trackTable({ ...columns, sorting: { ...shown, columns: COLUMNS } }),
            container: 'tbody',
            skeleton: rowsSkeleton(12),
            empty,
            item: (/** @type {TrackItem} */ track, /** @type {number} */ index) => trackRow(track, index, columns),
            blank: () => blankRow(columns),
        };
    }
    const isList = preferences.get('layout', 'grid') === 'list';
    const [card, row] = kind === 'albums' ? [albumCard, albumRow] : [artistCard, artistRow];
    return {
        frame: listFrame(isList ? 'list' : 'grid'),
        item: isList ? row : card,
        skeleton: isList ? rowsSkeleton(10) : gridSkeleton(18),
        empty,
        blank: () => (isList ? blankListRow() : blankCard({ round: kind === 'artists' })),
    };
}
