// @ts-check

import { api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { restartable } from '../../../core/restartable-signal.js';
import { icons } from '../../../elements/icons.js';
import { infiniteList } from '../../../elements/lists/infinite.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { emptyState } from '../../../elements/states/states.js';
import { inviteDialog } from './dialog.js';

/**
 * @typedef {{ id: string, label: string, role: string, state: 'open' | 'used' | 'expired', plan?: string,
 *   expiresAt: string, usedBy?: string }} Invitation
 */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('invitations.title'));
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('invitations.title')}</h1>
            <div class="page-tools"><button type="button" class="button is-primary" data-invite
            data-testid="invite">${icons.plus}${t('invitations.create')}</button></div></header>
        <section class="panel"><p class="admin-lead">${t('invitations.lead')}</p><div data-list></div></section>
    </div>`,
    );
    const host = find(root, '[data-list]');
    const restart = restartable(signal);
    /** @type {ReturnType<typeof infiniteList<Invitation>>} */
    let invitations;
    const list = () =>
        (invitations = infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/invitations', { query: { cursor }, signal: abort }),
            frame: html`<ul class="things" data-items></ul>`,
            item: row,
            skeleton: rowsSkeleton(3),
            empty: () => emptyState({ art: 'people', title: t('invitations.none') }),
        })).ready;
    followAreas('administration', ['invitations'], unhurried(host, () => invitations.refresh(), signal).soon, signal);
    delegate(root, 'click', '[data-invite]', () => void inviteDialog(() => void list()), signal);
    delegate(
        host,
        'click',
        '[data-revoke]',
        async (button) => {
            const isOpen = button.dataset.open === 'true';
            if (
                isOpen &&
                !(await confirmDialog({
                    title: t('invitations.revokeTitle'),
                    text: t('invitations.revokeText'),
                    confirm: t('invitations.revoke'),
                }))
            )
                return;
            try {
                await api.delete(`/invitations/${encodeURIComponent(button.dataset.revoke ?? '')}`);
                await list();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    await list();
}

/** @param {Invitation} invitation */
function row({ id, label, role, state, plan, expiresAt, usedBy }) {
    const name = label || t('invitations.unnamed');
    const line = [
        t(`roles.${role}`),
        plan,
        state === 'used'
            ? usedBy && t('invitations.usedBy', { name: usedBy })
            : t('invitations.until', { date: date(expiresAt, currentLocale()) }),
    ];
    return html`<li class="thing" data-key="${id}"
        data-testid="invitation"><span class="thing-icon">${icons.link}</span><div
        class="thing-text">
        <p class="thing-title">${name} <span
        class="badge ${state === 'expired' ? 'is-bad' : ''}">${t(`invitations.states.${state}`)}</span></p>
        <p class="thing-line">${line.filter(Boolean).join(' · ')}</p></div>
        <button type="button" class="button is-small" data-revoke="${id}" data-focus="revoke"
            data-open="${String(state === 'open')}"
            data-testid="invitation-revoke">${t(
                state === 'open' ? 'invitations.revoke' : 'invitations.forget',
            )}</button></li>`;
}
