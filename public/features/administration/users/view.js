// @ts-check
// The users page: all accounts, edited one by one or in bulk.

import { api } from '../../../core/api.js';
import { debounced } from '../../../core/debounce.js';
import { delegate, find, onLeave } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { restartable } from '../../../core/restartable-signal.js';
import { icons } from '../../../elements/icons.js';
import { infiniteList } from '../../../elements/lists/infinite.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { emptyState } from '../../../elements/states/states.js';
import { bindBulk, bulkActions } from './bulk.js';
import { createUserDialog } from './dialogs.js';
import { bindRowActions } from './row-actions.js';
import { userRow } from './row.js';

/** @typedef {import('../../../core/types.js').User} User */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('users.title'));
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${t('users.title')}</h1>
            <div class="page-tools"><button type="button" class="button is-primary" data-create
            data-testid="user-create">${icons.plus}${t('users.create')}</button></div></header>
        <div class="search-box is-small"><span class="search-icon">${icons.search}</span><input type="search"
            data-filter placeholder="${t('users.search')}" aria-label="${t('users.search')}" autocomplete="off"
            maxlength="100" data-testid="user-search"></div>
        ${bulkActions()}
        <div data-list></div>
    </div>`,
    );
    const host = find(root, '[data-list]');
    const restart = restartable(signal);
    /** Accounts stay selected while the list is filtered. @type {Map<string, User>} */
    const chosen = new Map();
    let q = '';
    const list = () =>
        (users = infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/users', { query: { q, cursor, limit: 100 }, signal: abort }),
            frame: html`<table class="table users"><caption class="visually-hidden">${t('users.title')}</caption>
            <thead><tr><th scope="col"><input type="checkbox" class="row-select" data-all
                aria-label="${t('users.bulk.all')}" data-testid="users-all"></th>
            <th scope="col">${t('users.person')}</th><th scope="col">${t('users.role')}</th>
                <th scope="col">${t('users.lastSeen')}</th>
                <th scope="col"><span class="visually-hidden">${t('tracks.more')}</span></th>
        </tr></thead><tbody></tbody></table>`,
            container: 'tbody',
            item: (user) => userRow(user, chosen.has(user.id)),
            skeleton: rowsSkeleton(5),
            empty: () =>
                emptyState({ art: 'people', title: t('users.noneTitle'), text: q ? t('search.noneText') : '' }),
            loaded: (items) => {
                for (const user of items) if (chosen.has(user.id)) chosen.set(user.id, user);
                showChosen();
            },
        })).ready;
    /** @type {ReturnType<typeof infiniteList<User>>} */
    let users;
    const again = unhurried(host, () => users.refresh(), signal);
    followAreas('administration', ['users'], again.soon, signal);

    const bulk = bindBulk(find(root, '[data-bulk]'), {
        chosen: () => [...chosen.values()],
        none: () => {
            chosen.clear();
            showBoxes();
        },
        changed: (gone) => {
            for (const user of gone) chosen.delete(user.id);
            showChosen();
            return users.refresh();
        },
        signal,
    });
    const showChosen = () => {
        bulk.show();
        const all = /** @type {HTMLInputElement | null} */ (host.querySelector('[data-all]'));
        if (!all) return;
        const count = users.items.filter((user) => chosen.has(user.id)).length;
        all.checked = count > 0 && count === users.items.length;
        all.indeterminate = count > 0 && count < users.items.length;
    };
    const showBoxes = () => {
        for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (host.querySelectorAll('[data-choose]'))) {
            box.checked = chosen.has(box.dataset.choose ?? '');
            box.closest('tr')?.classList.toggle('is-chosen', box.checked);
        }
        showChosen();
    };
    /** @param {User} user @param {boolean} on */
    const choose = (user, on) => {
        if (on) chosen.set(user.id, user);
        else chosen.delete(user.id);
    };
    let last = -1;
    delegate(
        host,
        'click',
        '[data-choose]',
        (box, event) => {
            const { checked, dataset } = /** @type {HTMLInputElement} */ (box);
            const place = users.items.findIndex((user) => user.id === dataset.choose);
            const isRange = /** @type {MouseEvent} */ (event).shiftKey && last >= 0;
            const [from, to] = isRange ? [Math.min(last, place), Math.max(last, place)] : [place, place];
            for (const user of users.items.slice(from, to + 1)) choose(user, checked);
            last = place;
            showBoxes();
        },
        signal,
    );
    delegate(
        host,
        'change',
        '[data-all]',
        (box) => {
            for (const user of users.items) choose(user, /** @type {HTMLInputElement} */ (box).checked);
            showBoxes();
        },
        signal,
    );

    const filter = debounced(400, async (/** @type {string} */ text) => {
        q = text;
        last = -1;
        await list();
    });
    onLeave(signal, () => filter.cancel());
    find(root, '[data-filter]').addEventListener('input', (event) =>
        filter.later(/** @type {HTMLInputElement} */ (event.target).value.trim()),
    );
    delegate(
        root,
        'click',
        '[data-create]',
        () => void createUserDialog(() => void list()).catch((error) => toast(explain(error), { kind: 'error' })),
        signal,
    );
    bindRowActions(
        host,
        {
            isChosen: (id) => chosen.has(id),
            deleted: (id) => {
                chosen.delete(id);
                showChosen();
            },
        },
        signal,
    );
    await list();
}
