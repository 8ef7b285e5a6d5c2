// @ts-check
// The actions in a user's row: the role in its select, all others in the row's menu.

import { api } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { openMenu } from '../../../elements/overlays/menu.js';
import { toast } from '../../../elements/overlays/toast.js';
import { accessDialog } from './access.js';
import { deleteDialog } from './delete.js';
import { linkDialog } from './dialogs.js';
import { librariesDialog } from './libraries.js';
import { userRow } from './row.js';

/** @typedef {import('../../../core/types.js').User} User */

/** @typedef {import('./row.js').Account} Account */

const ROW = 'tr[data-user]';
const pathOf = (/** @type {HTMLElement} */ row) => `/users/${encodeURIComponent(row.dataset.user ?? '')}`;
const nameOf = (/** @type {HTMLElement} */ row) => row.dataset.name ?? '';

/**
 * The actions of a row's menu. An action returns the changed account when the row must be rendered again.
 * @type {Record<string, (row: HTMLElement, account: Account) => Promise<User | void>>}
 */
const ACTIONS = {
    async disable(row) {
        const sure = await confirmDialog({
            title: t('users.disableTitle'),
            text: t('users.disableText', { name: nameOf(row) }),
            confirm: t('users.disable'),
        });
        if (sure) return api.patch(pathOf(row), { disabled: true });
    },
    async enable(row) {
        return api.patch(pathOf(row), { disabled: false });
    },
    async delete(row) {
        const keep = await deleteDialog(nameOf(row));
        if (keep === undefined) return;
        await api.delete(`${pathOf(row)}${keep ? '?keep=shared' : ''}`);
        toast(t('users.deleted', { name: nameOf(row) }));
        row.remove();
    },
    async libraries(row, { libraries }) {
        return librariesDialog(pathOf(row), nameOf(row), libraries ?? null);
    },
    async access(row, { maximumBitrate, planId, explicit }) {
        return accessDialog(pathOf(row), nameOf(row), { limit: maximumBitrate, planId, explicit });
    },
    async twoFactor(row) {
        const sure = await confirmDialog({
            title: t('twoFactor.removeTitle'),
            text: t('twoFactor.removeText', { name: nameOf(row) }),
            confirm: t('twoFactor.remove'),
        });
        if (!sure) return;
        await api.delete(`${pathOf(row)}/two-factor`);
        toast(t('twoFactor.removed', { name: nameOf(row) }));
        return api.get(pathOf(row));
    },
    async link(row) {
        const sure = await confirmDialog({
            title: t('users.resetTitle'),
            text: t('users.resetText', { name: nameOf(row) }),
            confirm: t('users.reset'),
            danger: false,
        });
        if (sure) linkDialog(await api.post(`${pathOf(row)}/link`), nameOf(row), pathOf(row));
    },
};

/** @param {HTMLElement} row @param {string} wanted @returns {Promise<User | void>} */
async function changeRole(row, wanted) {
    const sure = await confirmDialog({
        title: t('users.roleTitle'),
        text: t('users.roleText', { name: nameOf(row), role: t(`roles.${wanted}`) }),
        confirm: t('users.roleConfirm'),
        danger: false,
    });
    if (sure) return api.patch(pathOf(row), { role: wanted });
    showRole(row);
}

/** @param {HTMLElement} row */
function showRole(row) {
    const select = /** @type {HTMLSelectElement | null} */ (row.querySelector('[data-role]'));
    if (select) select.value = select.dataset.role ?? '';
}

/**
 * The items of a row's menu.
 * @param {Account} account
 * @param {(action: keyof typeof ACTIONS) => void} run
 * @returns {import('../../../elements/overlays/menu.js').MenuItem[]}
 */
function itemsOf({ role, twoFactor, disabled, isOwn }, run) {
    /** @type {(action: string, label: string, icon: unknown, danger?: boolean) => any} */
    const item = (action, label, icon, danger = false) => ({
        label,
        icon,
        danger,
        testid: `user-${action}`,
        run: () => run(action),
    });
    return [
        item('access', t('users.access'), icons.device),
        ...(role === 'admin' ? [] : [item('libraries', t('users.libraries'), icons.library)]),
        item('link', t('users.reset'), icons.link),
        ...(twoFactor ? [item('twoFactor', t('twoFactor.remove'), icons.key)] : []),
        disabled
            ? item('enable', t('users.enable'), icons.check)
            : item('disable', t('users.disable'), icons.close, true),
        ...(disabled && !isOwn ? [item('delete', t('users.delete'), icons.trash, true)] : []),
    ];
}

/**
 * @param {HTMLElement} host
 * @param {{ isChosen: (id: string) => boolean, deleted: (id: string) => void }} choice
 * @param {AbortSignal} signal
 */
export function bindRowActions(host, { isChosen, deleted }, signal) {
    /** @param {HTMLElement} row @param {string} control selector to refocus @param {Promise<User | void>} done */
    const follow = async (row, control, done) => {
        try {
            const user = await done;
            if (!row.isConnected) return deleted(row.dataset.user ?? '');
            if (!user) return;
            const body = document.createElement('tbody');
            render(body, userRow(user, isChosen(user.id)));
            const fresh = body.children[0];
            row.replaceWith(fresh);
            /** @type {HTMLElement | null} */ (fresh.querySelector(control))?.focus({ preventScroll: true });
        } catch (error) {
            toast(explain(error), { kind: 'error' });
            showRole(row);
        }
    };
    const rowOf = (/** @type {HTMLElement} */ control) => /** @type {HTMLElement} */ (control.closest(ROW));
    delegate(
        host,
        'click',
        '[data-account]',
        (button) => {
            const row = rowOf(button);
            /** @type {Account} */
            const account = JSON.parse(button.dataset.account ?? '{}');
            const run = (/** @type {string} */ action) =>
                void follow(row, '[data-account]', ACTIONS[action](row, account));
            openMenu(button, itemsOf(account, run));
        },
        signal,
    );
    delegate(
        host,
        'change',
        '[data-role]',
        (select) => {
            const row = rowOf(select);
            void follow(row, '[data-role]', changeRole(row, /** @type {HTMLSelectElement} */ (select).value));
        },
        signal,
    );
}
