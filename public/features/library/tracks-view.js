// @ts-check

import { t } from '../../core/i18n.js';
import { TRACK_FILTERS } from '../../elements/forms/list-filters.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { endSelection } from '../selection/model.js';
import { pagedSongs } from '../selection/songs.js';
import { COLUMNS, orderOf, rememberOrder, TEMPO_COLUMNS } from '../track/sort.js';
import { bindTracks, blankRow, trackRow, trackTable } from '../track/table.js';
import { isByTempo } from '../track/tempo.js';
import { libraryFrame } from './frame.js';
import { libraryList, sortSelect } from './list.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

const SORTS = [
    'title',
    'added',
    'artist',
    'album',
    'duration',
    'year',
    'tempo',
    'played',
    'plays',
    'liked',
    'rating',
];
const NEWEST_FIRST = ['added', 'year', 'played', 'plays', 'liked', 'rating'];
/** Number of tracks around a played one that join the queue. */
const BEFORE = 50;
const AFTER = 450;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, path, query, signal }) {
    setTitle(t('library.tracks'));
    const order = orderOf('tracks', query, SORTS, 'title');
    const sort = order.by;
    const host = libraryFrame(root, { tab: 'tracks', tools: sortSelect(SORTS, sort), layouts: false, signal });
    const songs = pagedSongs(
        () => source,
        (track) => ({ key: track.id, track }),
    );
    /** @type {import('../../elements/lists/paged-source.js').PagedSource<TrackItem> | undefined} */
    let source;
    const list = libraryList(root, host, {
        path,
        query,
        signal,
        sort,
        isDown: order.isDown,
        sorted: (by, isDown = false) => rememberOrder('tracks', { by, isDown }),
        changed: () => endSelection(songs),
        list: '/tracks',
        usual: 'title',
        filters: TRACK_FILTERS,
        order: (name) => ({ sort: name, order: NEWEST_FIRST.includes(name) ? 'desc' : 'asc' }),
        instead: (name) =>
            name === 'plays'
                ? [
                      { sort: 'popular', order: 'desc' },
                      { sort: 'title', order: 'asc' },
                  ]
                : [],
        opened: (/** @type {import('../../elements/lists/paged-source.js').PagedSource<TrackItem>} */ opened) => {
            source = opened;
        },
        look: (shown, filters) => {
            const tempo = isByTempo(shown.by, filters);
            const sorting = { ...shown, columns: tempo ? TEMPO_COLUMNS : COLUMNS };
            const columns = { caption: t('library.tracks'), art: true, album: true, tempo, sorting };
            return {
                frame: trackTable(columns),
                container: 'tbody',
                item: (track, index) => trackRow(track, index, columns),
                blank: () => blankRow(columns),
                skeleton: rowsSkeleton(12),
                empty: () =>
                    emptyState({
                        art: 'record',
                        title: t('library.noTracks'),
                        text: t(location.search ? 'filters.noneText' : 'library.noMusicText'),
                    }),
            };
        },
    });
    bindTracks(
        host,
        (row) => {
            const track = source?.at(Number(row.dataset.index));
            return { tracks: track ? [track] : [], index: 0 };
        },
        signal,
        async (row) => {
            const index = Number(row.dataset.index);
            const tracks = (await source?.slice(index - BEFORE, index + AFTER)) ?? [];
            return { tracks, index: Math.min(index, BEFORE) };
        },
        { songs: () => songs },
    );
    await list.draw();
}
