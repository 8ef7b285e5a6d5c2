// @ts-check
// What is done to one account from its row.

import { api } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { accessDialog } from './access.js';
import { deleteDialog } from './delete.js';
import { linkDialog } from './dialogs.js';
import { librariesDialog } from './libraries.js';
import { userRow } from './row.js';

/** @typedef {import('../../../core/types.js').User} User */

/** @param {HTMLElement} control */
const rowOf = (control) => /** @type {HTMLElement} */ (control.closest('tr'));
/** @param {HTMLElement} control */
const path = (control) => `/users/${encodeURIComponent(rowOf(control).dataset.user ?? '')}`;
/** @param {HTMLElement} control */
const name = (control) => rowOf(control).dataset.name ?? '';

/**
 * What each control does, by its mark; it answers with the account as it is then, where the row is another one.
 * @type {Record<string, (control: HTMLElement) => Promise<User | void>>}
 */
const ACTIONS = {
    async role(control) {
        const select = /** @type {HTMLSelectElement} */ (control);
        const sure = await confirmDialog({
            title: t('users.roleTitle'),
            text: t('users.roleText', { name: name(control), role: t(`roles.${select.value}`) }),
            confirm: t('users.roleConfirm'),
            danger: false,
        });
        if (sure) return api.patch(path(control), { role: select.value });
        select.value = select.dataset.role ?? '';
    },
    async disable(control) {
        const disable = control.dataset.disable === 'true';
        const sure =
            !disable ||
            (await confirmDialog({
                title: t('users.disableTitle'),
                text: t('users.disableText', { name: name(control) }),
                confirm: t('users.disable'),
            }));
        if (sure) return api.patch(path(control), { disabled: disable });
    },
    async delete(control) {
        const keep = await deleteDialog(name(control));
        if (keep === undefined) return;
        await api.delete(`${path(control)}${keep ? '?keep=shared' : ''}`);
        toast(t('users.deleted', { name: name(control) }));
        rowOf(control).remove();
    },
    async libraries(control) {
        const given = control.dataset.libraries;
        return librariesDialog(path(control), name(control), given ? JSON.parse(given) : null);
    },
    async access(control) {
        return accessDialog(path(control), name(control), {
            limit: Number(control.dataset.access) || undefined,
            planId: control.dataset.plan || undefined,
            explicit: control.dataset.explicit === 'true',
        });
    },
    async 'two-factor'(control) {
        const sure = await confirmDialog({
            title: t('twoFactor.removeTitle'),
            text: t('twoFactor.removeText', { name: name(control) }),
            confirm: t('twoFactor.remove'),
        });
        if (!sure) return;
        await api.delete(`${path(control)}/two-factor`);
        toast(t('twoFactor.removed', { name: name(control) }));
        return api.get(path(control));
    },
    async link(control) {
        const sure = await confirmDialog({
            title: t('users.resetTitle'),
            text: t('users.resetText', { name: name(control) }),
            confirm: t('users.reset'),
            danger: false,
        });
        if (sure) linkDialog(await api.post(`${path(control)}/link`), name(control), path(control));
    },
};

/**
 * @param {HTMLElement} host
 * @param {{ isChosen: (id: string) => boolean, deleted: (id: string) => void }} choice
 * @param {AbortSignal} signal
 */
export function bindRowActions(host, { isChosen, deleted }, signal) {
    for (const [mark, action] of Object.entries(ACTIONS))
        delegate(
            host,
            mark === 'role' ? 'change' : 'click',
            `[data-${mark}]`,
            (control) => void act(control, mark, action),
            signal,
        );

    /** @param {HTMLElement} control @param {string} mark @param {typeof ACTIONS[string]} action */
    const act = async (control, mark, action) => {
        const row = rowOf(control);
        try {
            const user = await action(control);
            if (mark === 'delete' && !row.isConnected) deleted(row.dataset.user ?? '');
            if (!user) return;
            const body = document.createElement('tbody');
            render(body, userRow(user, isChosen(user.id)));
            const fresh = body.children[0];
            row.replaceWith(fresh);
            /** @type {HTMLElement | null} */ (fresh.querySelector(`[data-${mark}]`))?.focus({ preventScroll: true });
        } catch (error) {
            toast(explain(error), { kind: 'error' });
            const select = /** @type {HTMLSelectElement | null} */ (row.querySelector('[data-role]'));
            if (select) select.value = select.dataset.role ?? '';
        }
    };
}
