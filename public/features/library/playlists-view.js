// @ts-check
// The playlists that the user may read, own and shared. The top level shows the folders, then the playlists outside
// folders; a folder's page shows that folder.

import { api, ApiError } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate, refreshView } from '../../core/navigate.js';
import { preferences } from '../../core/preferences.js';
import { restartable } from '../../core/restartable-signal.js';
import { keepInAddress } from '../../elements/forms/list-filters.js';
import { icons } from '../../elements/icons.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { listFrame } from '../../elements/lists/list-frame.js';
import { focused } from '../../elements/lists/live-list.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { gridSkeleton, rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { takeFolderDrops } from '../navigation/folder-drops.js';
import { playlistCard, playlistRow } from '../playlists/card.js';
import { playlistDialog } from '../playlists/dialog.js';
import { newPlaylistIn, openFolderMenu } from '../playlists/folders/actions.js';
import { folderPath, takesFolders } from '../playlists/folders/model.js';
import { loadFolders, playlistFolders } from '../playlists/folders/store.js';
import { folderHead, folderTiles } from '../playlists/folders/tile.js';
import { nameOf, playlistPath } from '../playlists/model.js';
import { smartDialog } from '../playlists/smart-dialog.js';
import { libraryFrame } from './frame.js';

/** @typedef {import('../playlists/model.js').Playlist} Playlist */

const SORTS = ['name', 'changed', 'created'];
const MOST_BYTES = 8 * 1024 * 1024;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, params, path, query, signal }) {
    const folders = await loadFolders({ signal, quiet: false });
    const opened = () => playlistFolders.value.find(({ id }) => id === params.id);
    const folder = opened();
    if (params.id && !folder) throw new ApiError({ status: 404, code: 'notFound' });
    setTitle(folder?.name ?? t('playlists.title'));
    let sort = SORTS.includes(query.get('sort') ?? '') ? /** @type {string} */ (query.get('sort')) : 'changed';
    const tools = html`<button type="button" class="button is-small is-primary" data-new
        data-testid="new-playlist">${icons.plus}${t('playlists.new')}</button>${
            (!folder || takesFolders(folders, folder.id)) &&
            html`<button type="button" class="button is-small" data-new-folder="${folder?.id ?? ''}"
            data-testid="new-playlist-folder">${icons.folderPlus}${t('playlistFolders.new')}</button>`
        }${!folder && furtherTools()}
        <label class="inline-select"><span class="visually-hidden">${t('library.sort')}</span><select
            data-sort>${SORTS.map(
                (name) =>
                    html`<option value="${name}"
            ${attribute('selected', name === sort)}>${t(`playlists.sortBy.${name}`)}</option>`,
            )}</select></label>`;
    const host = libraryFrame(root, { tab: 'playlists', tools, signal, onLayout: () => void draw() });
    render(host, html`<div data-heads></div><div data-playlists></div>`);
    const describe = () => {
        const open = opened();
        // A deleted folder shows the same page as any missing one.
        if (params.id && !open) return refreshView();
        const heads = find(host, '[data-heads]');
        const focus = focused(heads);
        if (open) setTitle(open.name);
        render(
            heads,
            html`${open && folderHead(playlistFolders.value, open)}${folderTiles(playlistFolders.value, params.id)}`,
        );
        focus();
    };
    describe();
    const restart = restartable(signal);
    /** @type {ReturnType<typeof infiniteList<Playlist>>} */
    let list;
    const draw = () => {
        const isList = preferences.get('layout', 'grid') === 'list';
        list = infiniteList(find(host, '[data-playlists]'), {
            signal: restart(),
            load: (cursor, abort) =>
                api.get('/playlists', {
                    query: { sort, cursor, limit: 100, folder: params.id ?? 'none' },
                    signal: abort,
                }),
            frame: listFrame(isList ? 'list' : 'grid'),
            item: (/** @type {Playlist} */ playlist) => (isList ? playlistRow(playlist) : playlistCard(playlist)),
            skeleton: isList ? rowsSkeleton(8) : gridSkeleton(12),
            empty,
        });
        return list.ready;
    };
    const empty = () => {
        const text = t('playlistFolders.emptyText');
        if (params.id) return emptyState({ art: 'folder', title: t('playlistFolders.empty'), text });
        if (playlistFolders.value.length > 0) return html``;
        return emptyState({ art: 'queue', title: t('playlists.none'), text: t('playlists.noneText') });
    };
    delegate(
        root,
        'change',
        '[data-sort]',
        (select) => {
            sort = /** @type {HTMLSelectElement} */ (select).value;
            keepInAddress(path, { sort: sort === 'changed' ? '' : sort });
            void draw();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-new]',
        () => {
            const open = opened();
            if (open) newPlaylistIn(open);
            else playlistDialog(undefined, (playlist) => navigate(playlistPath(playlist.id)));
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-this-folder]',
        (button) => {
            const { parentId } = opened() ?? {};
            const left = () => navigate(parentId ? folderPath(parentId) : '/playlists', { replace: true });
            openFolderMenu(button, params.id, { isOpen: true, left });
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-new-smart]',
        () =>
            smartDialog(undefined, (playlist) => navigate(playlistPath(playlist.id))).catch((error) =>
                toast(explain(error), { kind: 'error' }),
            ),
        signal,
    );
    delegate(
        root,
        'change',
        '[data-import]',
        async (input) => {
            const file = /** @type {HTMLInputElement} */ (input).files?.[0];
            /** @type {HTMLInputElement} */ (input).value = '';
            if (file) await importFile(file);
        },
        signal,
    );
    const renew = () => void list.refresh().catch(() => {});
    takeFolderDrops(root, signal);
    playlistFolders.subscribe(() => {
        describe();
        renew();
    }, signal);
    live.on('playlist', renew, signal);
    await draw();
}

/** The tools shown only at the top level. */
const furtherTools = () => html`<button type="button" class="button is-small" data-new-smart
        data-testid="new-smart">${icons.shuffle}${t('smart.new')}</button>
    <label class="button is-small file-button"><input type="file" accept=".m3u,.m3u8,.xspf,.jspf,.json" data-import
        data-testid="import-playlist" aria-label="${t('playlists.import')}">${icons.folder}${t(
            'playlists.import',
        )}</label>`;

/** @param {File} file */
async function importFile(file) {
    try {
        if (file.size > MOST_BYTES) throw new Error(t('playlists.fileTooLarge'));
        const report = await api.request('POST', '/playlists/import', {
            bytes: file,
            query: { name: await nameOf(file) },
        });
        navigate(playlistPath(report.playlistId));
        if (report.missingCount === 0) return toast(t('playlists.imported', { count: report.found }));
        openDialog({
            title: t('playlists.importedTitle'),
            testid: 'import-report',
            body: html`<div class="dialog-body">
                <p>${t('playlists.imported', { count: report.found })} ${t('playlists.notFound', {
                    count: report.missingCount,
                })}</p>
                <ul class="plain-list">${report.missing.map(
                    (/** @type {{ label: string }} */ one) => html`<li>${one.label}</li>`,
                )}</ul>
                    </div>`,
        });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
