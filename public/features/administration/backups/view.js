// @ts-check
// The backups page: create, schedule, verify, download, and restore at the next start.

import { announce } from '../../../core/announce.js';
import { api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { dateTime, size } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { focused } from '../../../elements/lists/live-list.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { mountBackupSchedule } from './schedule.js';

/**
 * @typedef {{ name: string, size: number, encrypted: boolean, createdAt: string, kind?: string,
 *   withMusic?: boolean, verifiedAt?: string, defect?: string }} Backup
 */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('backups.title'));
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${t('backups.title')}</h1><div class="page-tools">
            <button type="button" class="button is-primary" data-now
                data-testid="backup-now">${icons.plus}${t('backups.now')}</button></div></header>
        <label class="switch"><input type="checkbox" role="switch" data-music
            data-testid="backup-music"><span>${t('backups.withMusic')}</span></label>
        <p class="field-hint">${t('backups.secret')}</p>
        <section class="panel" data-part="status" aria-live="polite"></section>
        <section class="panel" data-part="list" aria-labelledby="backups-list"></section>
        <section class="panel" data-part="schedule" aria-labelledby="schedule-title"></section>
    </div>`,
    );
    const part = (/** @type {string} */ name) => find(root, `[data-part=${name}]`);
    const now = /** @type {HTMLButtonElement} */ (find(root, '[data-now]'));
    let busy = false;
    let shown = '';

    const list = async () => {
        const { items } = await api.get('/backups', { signal });
        if (JSON.stringify(items) === shown) return;
        shown = JSON.stringify(items);
        const focus = focused(part('list'));
        render(
            part('list'),
            html`<h2 id="backups-list">${t('backups.list')}</h2>${
                items.length === 0
                    ? html`<p class="panel-lead">${t('backups.none')}</p>`
                    : html`<ul class="file-list">${items.map(row)}</ul>`
            }`,
        );
        focus();
    };
    const look = async () => {
        const state = await api.get('/backups/status', { signal });
        render(part('status'), status(state));
        now.disabled = Boolean(state.work);
        if (busy && !state.work) {
            announce(t('backups.states.done'));
            await list();
        }
        busy = Boolean(state.work);
        if (busy) later = setTimeout(() => void look().catch(() => {}), 1000);
    };
    let later = 0;
    signal.addEventListener('abort', () => clearTimeout(later));
    const act = async (/** @type {() => Promise<unknown>} */ action) => {
        try {
            await action();
            clearTimeout(later);
            await look();
            if (!busy) await list();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    const path = (/** @type {HTMLElement} */ control) =>
        `/backups/${encodeURIComponent(control.closest('li')?.dataset.name ?? '')}`;
    const name = (/** @type {HTMLElement} */ control) => control.closest('li')?.dataset.name ?? '';

    now.addEventListener(
        'click',
        () =>
            void act(() =>
                api.post('/backups', {
                    withMusic: /** @type {HTMLInputElement} */ (find(root, '[data-music]')).checked,
                }),
            ),
    );
    delegate(
        root,
        'click',
        '[data-verify]',
        (control) => void act(() => api.post(`${path(control)}/verification`, {})),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-download]',
        (control) =>
            void act(async () => {
                // The HEAD request asks for the password before the browser navigates to the file.
                await api.request('HEAD', `${path(control)}/file`);
                location.assign(`/api/v1${path(control)}/file`);
            }),
        signal,
    );
    // The actions below reload the list only after confirmation. After a cancel, focus returns to the button.
    delegate(
        root,
        'click',
        '[data-restore]',
        async (control) => {
            const address = path(control);
            if (
                await confirmDialog({
                    title: t('backups.restoreTitle'),
                    text: t('backups.restoreText', { name: name(control) }),
                    confirm: t('backups.restore'),
                })
            )
                await act(() => api.post(`${address}/restoration`, {}));
        },
        signal,
    );
    delegate(root, 'click', '[data-cancel-restore]', () => void act(() => api.delete('/backups/restoration')), signal);
    delegate(
        root,
        'click',
        '[data-delete]',
        async (control) => {
            const address = path(control);
            if (
                await confirmDialog({
                    title: t('backups.deleteTitle'),
                    text: t('backups.deleteText', { name: name(control) }),
                    confirm: t('backups.delete'),
                })
            )
                await act(() => api.delete(address));
        },
        signal,
    );
    const again = unhurried(
        part('list'),
        async () => {
            clearTimeout(later);
            await Promise.all([list(), look()]);
        },
        signal,
    );
    followAreas('administration', ['backups'], again.soon, signal);
    await Promise.all([list(), look(), mountBackupSchedule(part('schedule'), signal)]);
}

/** @param {Backup} backup */
function row(backup) {
    const locale = currentLocale();
    const check = backup.defect
        ? html`<span class="badge is-bad" title="${backup.defect}">${t('backups.damaged')}</span>`
        : backup.verifiedAt
          ? html`<span
              data-testid="backup-verified">${t(backup.encrypted ? 'backups.signatureChecked' : 'backups.check')}: <time
              datetime="${backup.verifiedAt}">${dateTime(backup.verifiedAt, locale)}</time></span>`
          : t('backups.unverified');
    return html`<li data-name="${backup.name}" data-key="${backup.name}" data-testid="backup-row">
        <div class="thing-text">
            <p class="thing-title"><time datetime="${backup.createdAt}">${dateTime(backup.createdAt, locale)}</time></p>
            <p class="thing-line">${size(backup.size, locale)} · ${
                backup.kind ? t(`backups.kinds.${backup.kind}`) : backup.name
            }${backup.withMusic && html` · ${t('backups.music')}`}${
                backup.encrypted && html` · <span data-testid="backup-encrypted">${t('backups.encrypted')}</span>`
            }</p>
            <p class="thing-line">${check}</p></div>
        <div class="form-actions">
            <button type="button" class="button is-small" data-verify data-focus="verify"
                data-testid="backup-verify">${icons.check}${t('backups.verify')}</button>
            <button type="button" class="button is-small" data-download data-focus="download"
                data-testid="backup-download">${icons.down}${t('backups.download')}</button>
            ${
                !backup.encrypted &&
                html`<button type="button" class="button is-small" data-restore data-focus="restore"
                data-testid="backup-restore">${icons.history}${t('backups.restore')}</button>`
            }
            <button type="button" class="button is-small is-danger-quiet" data-delete data-focus="delete"
                data-testid="backup-delete">${icons.trash}${t('backups.delete')}</button>
        </div></li>`;
}

/** @param {any} state */
function status({ work, bytes, last, prepared, failure }) {
    const locale = currentLocale();
    return html`<h2>${t('backups.last')}</h2>
        ${
            work
                ? html`<p data-testid="backup-working"><progress
                    aria-label="${t(`backups.working.${work}`)}"></progress> ${t(`backups.working.${work}`)}: ${t(
                        'backups.soFar',
                        { size: size(bytes, locale) },
                    )}</p>`
                : last
                  ? html`<p
                      data-testid="backup-last">${t(`backups.states.${last.state}`)}: ${t(
                          `backups.kinds.${last.kind}`,
                      )}, ${dateTime(last.startedAt, locale)}${last.size && html`, ${size(last.size, locale)}`}</p>${
                          last.failure &&
                          html`<p class="form-error">${t('backups.failure', { reason: last.failure })}</p>`
                      }`
                  : html`<p class="panel-lead">${t('backups.never')}</p>`
        }
        ${
            failure &&
            failure !== last?.failure &&
            html`<p class="form-error">${t('backups.failure', { reason: failure })}</p>`
        }
        ${
            prepared &&
            html`<p
            data-testid="backup-prepared">${icons.warning}${t('backups.prepared', {
                date: dateTime(prepared.createdAt, locale),
            })} <button type="button"
            class="button is-small" data-cancel-restore>${t('backups.cancelRestore')}</button></p>`
        }`;
}
