// @ts-check
// Lyrics proposed by users. A moderator reviews the changes, then publishes or rejects them.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { area, formError, handleForm } from '../../elements/forms/form.js';
import { liveList } from '../../elements/lists/live-list.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { comparable, differences, versionFacts } from './versions.js';

/** @typedef {{ version: import('./versions.js').LyricsVersion, title: string, artist?: string }} Proposal */

const LONGEST_REASON = 500;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('lyricsEditor.queue.title'));
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('lyricsEditor.queue.title')}</h1></header>
        <p class="page-lead">${t('lyricsEditor.queue.lead')}</p><div data-list></div></div>`,
    );
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(5),
        load: (cursor, limit) => api.get('/moderation/lyrics', { query: { cursor, limit }, signal }),
        draw: (/** @type {Proposal[]} */ items) =>
            html`<ul class="things" data-testid="lyrics-proposals">${items.map(row)}</ul>`,
        empty: () =>
            emptyState({
                art: 'people',
                title: t('lyricsEditor.queue.none'),
                text: t('lyricsEditor.queue.noneText'),
            }),
    });
    /** @param {HTMLElement} button */
    const proposal = (button) =>
        list.items.find(
            (one) => one.version.id === /** @type {HTMLElement} */ (button.closest('[data-key]')).dataset.key,
        );
    /** @param {string} id @param {'published' | 'rejected'} outcome @param {string} [reason] */
    const decide = async (id, outcome, reason) => {
        await api.post(`/moderation/lyrics/${encodeURIComponent(id)}/decision`, { outcome, reason });
        toast(t(`lyricsEditor.queue.${outcome}`));
        await list.refresh();
    };
    delegate(
        root,
        'click',
        '[data-publish]',
        (button) => {
            const one = proposal(button);
            if (one) decide(one.version.id, 'published').catch((error) => toast(explain(error), { kind: 'error' }));
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-reject]',
        (button) => {
            const one = proposal(button);
            if (one) askReason((reason) => decide(one.version.id, 'rejected', reason));
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-read]',
        (button) => {
            const one = proposal(button);
            if (one) void compare(one);
        },
        signal,
    );
    for (const name of ['moderation', 'open', 'reset']) live.on(name, () => list.soon(), signal);
    await list.ready;
}

/** @param {Proposal} proposal */
function row({ version, title, artist }) {
    return html`<li class="thing is-tall" data-key="${version.id}" data-testid="lyrics-proposal"><div
        class="thing-text">
        <p class="thing-title"><a href="${trackPath(version.trackId)}" dir="auto" data-focus="thing">${[title, artist]
            .filter(Boolean)
            .join(' – ')}</a></p>
        <p class="thing-line">${versionFacts(version)}</p>${
            version.note && html`<p class="long-text" dir="auto">${version.note}</p>`
        }</div><div class="thing-actions">
        <button type="button" class="button is-small" data-read data-focus="read"
            data-testid="proposal-read">${t('lyricsEditor.queue.compare')}</button>
        <button type="button" class="button is-small is-primary" data-publish data-focus="publish"
            data-testid="proposal-publish">${t('lyricsEditor.queue.publish')}</button>
        <button type="button" class="button is-small is-danger-quiet" data-reject data-focus="reject"
            data-testid="proposal-reject">${t('lyricsEditor.queue.reject')}</button></div></li>`;
}

/**
 * Shows the differences between the proposal and the published lyrics.
 * @param {Proposal} proposal
 */
async function compare({ version, title }) {
    const path = `${trackPath(version.trackId)}/lyrics`;
    try {
        const [before, after] = await Promise.all([
            api.get(`${path}/written`),
            api.get(`${path}/versions/${encodeURIComponent(version.id)}`),
        ]);
        openDialog({
            title,
            testid: 'proposal-dialog',
            wide: true,
            body: html`<div class="dialog-body">${differences(
                comparable(before.items),
                comparable(after.items),
            )}</div>`,
        });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/** @param {(reason: string) => Promise<unknown>} send */
function askReason(send) {
    const { dialog, close } = openDialog({
        title: t('lyricsEditor.queue.reject'),
        testid: 'reject-dialog',
        body: html`<form class="form dialog-body"><p>${t('lyricsEditor.queue.rejectText')}</p>${area({
            name: 'reason',
            label: t('takedown.reason'),
            value: '',
            maxlength: LONGEST_REASON,
        })}${formError}<div class="dialog-actions"><button type="button" class="button"
            data-close>${t('actions.cancel')}</button><button type="submit" class="button is-danger"
            data-testid="reject-send">${t('lyricsEditor.queue.reject')}</button></div></form>`,
    });
    find(dialog, 'textarea').focus();
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ reason }) => {
        await send(reason);
        close();
    });
}
