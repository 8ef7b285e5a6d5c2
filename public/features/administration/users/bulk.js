// @ts-check
// Bulk actions on accounts: the action bar, the confirmation, and the results.

import { announce } from '../../../core/announce.js';
import { api, ApiError } from '../../../core/api.js';
import { delegate, find, setText } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { me } from '../../../core/session.js';
import { select } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { planOptions } from '../plan-options.js';
import { ROLES } from '../reasons.js';
import { asTable, each, targets } from './bulk-model.js';

/** @typedef {import('./bulk-model.js').User} User */
/** @typedef {import('./bulk-model.js').BulkAct} BulkAct */

/** The number of names listed one by one. */
const MOST = 8;

/** The action bar, visible once an account is selected. */
export function bulkActions() {
    const act = (/** @type {BulkAct} */ name, /** @type {unknown} */ icon, danger = '') =>
        html`<button type="button" class="button is-small ${danger}" data-act="${name}"
            data-testid="bulk-${name}">${icon}${t(`users.bulk.${name}`)}</button>`;
    return html`<div class="bulk" data-bulk hidden data-testid="user-bulk"><span data-bulk-count
            data-testid="user-bulk-count"></span>${act('role', icons.shield)}${act('plan', icons.chart)}${act(
                'signOut',
                icons.signOut,
            )}${act('disable', icons.close, 'is-danger-quiet')}${act('enable', icons.check)}
        <button type="button" class="button is-small" data-export
            data-testid="bulk-export">${icons.download}${t('users.bulk.export')}</button>
        <button type="button" class="text-button" data-none data-testid="bulk-none">${t('users.bulk.none')}</button>
    </div>`;
}

/**
 * @param {HTMLElement} bar
 * @param {object} parts
 * @param {() => User[]} parts.chosen
 * @param {() => void} parts.none clears the selection
 * @param {(gone: User[]) => Promise<unknown>} parts.changed `gone`: the users that no longer exist
 * @param {AbortSignal} parts.signal
 */
export function bindBulk(bar, { chosen, none, changed, signal }) {
    delegate(
        bar,
        'click',
        '[data-act]',
        (button) =>
            void ask(/** @type {BulkAct} */ (button.dataset.act), chosen())
                .then((result) => result && changed(result.failed.filter(isGone).map(({ user }) => user)))
                .catch((error) => toast(explain(error), { kind: 'error' })),
        signal,
    );
    delegate(bar, 'click', '[data-export]', () => save(chosen()), signal);
    delegate(bar, 'click', '[data-none]', none, signal);
    return {
        show() {
            const count = chosen().length;
            bar.hidden = count === 0;
            setText(find(bar, '[data-bulk-count]'), t('giving.chosen', { count }));
        },
    };
}

/** @param {import('./bulk-model.js').Failure} failure */
const isGone = ({ error }) => error instanceof ApiError && error.status === 404;

/** @param {User} user */
const nameOf = (user) => user.displayName || user.username;

/** @param {BulkAct} act @param {User} user @param {string} value */
function change(act, user, value) {
    const path = `/users/${encodeURIComponent(user.id)}`;
    switch (act) {
        case 'role':
            return api.patch(path, { role: value });
        case 'plan':
            return api.patch(path, { plan: value || null });
        case 'signOut':
            return api.delete(`${path}/sessions`);
        default:
            return api.patch(path, { disabled: act === 'disable' });
    }
}

/**
 * Asks for confirmation, runs the action, and shows the failures.
 * @param {BulkAct} act
 * @param {User[]} chosen
 * @returns {Promise<import('./bulk-model.js').Outcome | undefined>} undefined when nothing was done
 */
async function ask(act, chosen) {
    const plans = act === 'plan' ? (await api.get('/plans')).items : [];
    /** @type {[string, string][]} */
    const options = act === 'plan' ? planOptions(plans) : ROLES.map((role) => [role, t(`roles.${role}`)]);
    const hasChoice = act === 'role' || act === 'plan';
    const { dialog, close, closed } = openDialog({
        title: t(`users.bulk.${act}Title`),
        testid: 'bulk-dialog',
        body: html`<form class="form dialog-body">
            ${
                hasChoice &&
                select({ name: 'value', label: t(`users.${act}`), value: act === 'role' ? 'listener' : '', options })
            }
            <div data-who></div>
            <p class="field-hint">${t(`users.bulk.${act}Text`)}</p>
            <div class="dialog-actions"><button type="button" class="button" data-close
                data-cancel>${t('actions.cancel')}</button><button type="submit"
                class="button ${act === 'disable' ? 'is-danger' : 'is-primary'}" data-confirm
                data-testid="bulk-confirm">${t(`users.bulk.${act}`)}</button></div>
        </form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    const value = () => String(new FormData(form).get('value') ?? '');
    const confirm = /** @type {HTMLButtonElement} */ (find(dialog, '[data-confirm]'));
    const show = () => {
        const { users, isOwnLeftOut, unchanged } = targets(act, chosen, me.value?.id, value());
        render(find(dialog, '[data-who]'), who(users, { isOwnLeftOut, unchanged }));
        confirm.disabled = users.length === 0;
    };
    form.addEventListener('change', show);
    show();
    if (!hasChoice) find(dialog, '[data-cancel]').focus();
    /** @type {Promise<import('./bulk-model.js').Outcome> | undefined} */
    let work;
    let isStopped = false;
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const wanted = value();
        const { users } = targets(act, chosen, me.value?.id, wanted);
        render(form, working(users.length));
        const bar = /** @type {HTMLProgressElement} */ (find(form, 'progress'));
        work = each(users, (user) => change(act, user, wanted), {
            progress: (done) => {
                bar.value = done;
            },
            isStopped: () => isStopped,
        });
        void work.then((result) => {
            const text = t('users.bulk.done', { count: result.done.length });
            announce(text);
            if (result.failed.length > 0 && dialog.open) {
                render(form, outcome(text, result));
                return find(form, '[data-close]').focus();
            }
            close();
            toast(text);
            if (result.failed.length > 0) toast(failures(result.failed), { kind: 'error', sticky: true });
        });
    });
    await closed;
    // Closing the dialog during the run stops the requests that have not begun.
    isStopped = true;
    return work;
}

/** @param {import('./bulk-model.js').Failure[]} failed */
const failures = (failed) =>
    [
        t('users.bulk.failed', { count: failed.length }),
        failed.map(({ user, error }) => `${nameOf(user)}: ${explain(error)}`).join(' '),
    ].join(' ');

/** @param {User[]} users @param {{ isOwnLeftOut: boolean, unchanged: number }} others */
function who(users, { isOwnLeftOut, unchanged }) {
    const more = users.length - MOST;
    return html`<p data-testid="bulk-who"><strong>${t('users.bulk.count', { count: users.length })}</strong> ${users
        .slice(0, MOST)
        .map(nameOf)
        .join(', ')}${more > 0 && html` ${t('sound.more', { count: more })}`}</p>
        ${isOwnLeftOut && html`<p class="field-hint">${t('users.bulk.notYou')}</p>`}
        ${unchanged > 0 && html`<p class="field-hint">${t('users.bulk.unchanged', { count: unchanged })}</p>`}`;
}

/** @param {number} count */
function working(count) {
    return html`<p role="status">${t('users.bulk.working', { count })}</p>
        <progress class="analysis-bar" max="${String(count)}" value="0"
            aria-label="${t('users.bulk.working', { count })}"></progress>
        <div class="dialog-actions"><button type="button" class="button" data-close>${t('users.bulk.stop')}</button>
        </div>`;
}

/** @param {string} text @param {import('./bulk-model.js').Outcome} outcome */
function outcome(text, { failed, left }) {
    return html`<p role="status">${text}</p>
        <p class="form-error">${t('users.bulk.failed', { count: failed.length })}</p>
        <ul class="bulk-failures" data-testid="bulk-failures">${failed.map(
            ({ user, error }) => html`<li><strong>${nameOf(user)}</strong> ${explain(error)}</li>`,
        )}</ul>
        ${left.length > 0 && html`<p class="field-hint">${t('users.bulk.left', { count: left.length })}</p>`}
        <div class="dialog-actions"><button type="button" class="button is-primary" data-close
            data-testid="bulk-close">${t('actions.close')}</button></div>`;
}

/** @param {User[]} users */
function save(users) {
    const address = URL.createObjectURL(new Blob([asTable(users)], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = 'rondo-users.csv';
    link.click();
    // The browser has read the blob by then.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
