// @ts-check

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
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { emptyState } from '../../../elements/states/states.js';
import { accessDialog } from './access.js';
import { deleteDialog } from './delete.js';
import { createUserDialog, linkDialog } from './dialogs.js';
import { librariesDialog } from './libraries.js';
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
        <div data-list></div>
    </div>`,
    );
    const host = find(root, '[data-list]');
    const restart = restartable(signal);
    let q = '';
    const list = () =>
        (users = infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/users', { query: { q, cursor, limit: 100 }, signal: abort }),
            frame: html`<div class="table-scroll">
                <table class="table users"><caption class="visually-hidden">${t('users.title')}</caption><thead><tr>
            <th scope="col">${t('users.person')}</th><th scope="col">${t('users.role')}</th>
                <th scope="col">${t('users.lastSeen')}</th>
                <th scope="col"><span class="visually-hidden">${t('tracks.more')}</span></th>
        </tr></thead><tbody></tbody></table></div>`,
            container: 'tbody',
            item: userRow,
            skeleton: rowsSkeleton(5),
            empty: () =>
                emptyState({ art: 'people', title: t('users.noneTitle'), text: q ? t('search.noneText') : '' }),
        })).ready;
    /** @type {ReturnType<typeof infiniteList<User>>} */
    let users;
    const again = unhurried(host, () => users.refresh(), signal);
    followAreas('administration', ['users'], again.soon, signal);

    const filter = debounced(400, async (/** @type {string} */ text) => {
        q = text;
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

    /** @param {HTMLElement} control @param {() => Promise<User | void>} action */
    const act = async (control, action) => {
        const row = /** @type {HTMLElement} */ (control.closest('tr'));
        try {
            const user = await action();
            const attribute = [...control.attributes].find(
                ({ name: one }) => one.startsWith('data-') && one !== 'data-testid',
            )?.name;
            if (!user) return;
            const [fresh] = rowElements(user);
            row.replaceWith(fresh);
            if (attribute)
                /** @type {HTMLElement | null} */ (fresh.querySelector(`[${attribute}]`))?.focus({
                    preventScroll: true,
                });
        } catch (error) {
            toast(explain(error), { kind: 'error' });
            const select = /** @type {HTMLSelectElement | null} */ (row.querySelector('[data-role]'));
            if (select) select.value = select.dataset.role ?? '';
        }
    };
    const path = (/** @type {HTMLElement} */ control) =>
        `/users/${encodeURIComponent(/** @type {HTMLElement} */ (control.closest('tr')).dataset.user ?? '')}`;
    const name = (/** @type {HTMLElement} */ control) =>
        /** @type {HTMLElement} */ (control.closest('tr')).dataset.name ?? '';

    delegate(
        host,
        'change',
        '[data-role]',
        (control) => {
            const select = /** @type {HTMLSelectElement} */ (control);
            void act(control, async () => {
                const role = t(`roles.${select.value}`);
                const sure = await confirmDialog({
                    title: t('users.roleTitle'),
                    text: t('users.roleText', { name: name(control), role }),
                    confirm: t('users.roleConfirm'),
                    danger: false,
                });
                if (sure) return api.patch(path(control), { role: select.value });
                select.value = select.dataset.role ?? '';
            });
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-disable]',
        (control) =>
            void act(control, async () => {
                const disable = control.dataset.disable === 'true';
                const sure =
                    !disable ||
                    (await confirmDialog({
                        title: t('users.disableTitle'),
                        text: t('users.disableText', { name: name(control) }),
                        confirm: t('users.disable'),
                    }));
                if (sure) return api.patch(path(control), { disabled: disable });
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-delete]',
        (control) =>
            void act(control, async () => {
                const keep = await deleteDialog(name(control));
                if (keep === undefined) return;
                await api.delete(`${path(control)}${keep ? '?keep=shared' : ''}`);
                toast(t('users.deleted', { name: name(control) }));
                control.closest('tr')?.remove();
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-libraries]',
        (control) =>
            void act(control, () => {
                const given = control.dataset.libraries;
                return librariesDialog(path(control), name(control), given ? JSON.parse(given) : null);
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-access]',
        (control) =>
            void act(control, () => {
                const limit = Number(control.dataset.access);
                return accessDialog(path(control), name(control), {
                    limit: limit || undefined,
                    planId: control.dataset.plan || undefined,
                    explicit: control.dataset.explicit === 'true',
                });
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-two-factor]',
        (control) =>
            void act(control, async () => {
                const sure = await confirmDialog({
                    title: t('twoFactor.removeTitle'),
                    text: t('twoFactor.removeText', { name: name(control) }),
                    confirm: t('twoFactor.remove'),
                });
                if (!sure) return;
                await api.delete(`${path(control)}/two-factor`);
                toast(t('twoFactor.removed', { name: name(control) }));
                return api.get(path(control));
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-link]',
        (control) =>
            void act(control, async () => {
                const sure = await confirmDialog({
                    title: t('users.resetTitle'),
                    text: t('users.resetText', { name: name(control) }),
                    confirm: t('users.reset'),
                    danger: false,
                });
                if (sure) linkDialog(await api.post(`${path(control)}/link`), name(control), path(control));
            }),
        signal,
    );
    await list();
}

/** @param {User} user */
function rowElements(user) {
    const body = document.createElement('tbody');
    render(body, userRow(user));
    return [...body.children];
}
