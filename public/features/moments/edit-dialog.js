// @ts-check
// Pins a comment to a moment of a song, or edits the user's own. The position is that at which the dialog opened.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { may } from '../../core/session.js';
import { area, field, formError, handleForm } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { LONGEST_TEXT, timeOf } from './model.js';
import { refreshMoments } from './store.js';

/** @typedef {import('./model.js').Moment} Moment */

/**
 * @param {{ id: string, durationMs: number }} track
 * @param {number} positionMs
 */
export function addMoment(track, positionMs) {
    if (!may('takePart') || document.querySelector('[data-testid=moment-dialog]')) return;
    const at = Math.max(0, Math.min(track.durationMs, Math.round(positionMs)));
    momentDialog(
        { title: t('moments.addAt', { time: clock(at) }), text: '', positionMs: at, done: t('moments.added') },
        track,
        (change) => api.post(`${trackPath(track.id)}/moments`, { positionMs: at, ...change }),
    );
}

/** @param {{ id: string, durationMs: number }} track @param {Moment} moment */
export function editMoment(track, moment) {
    momentDialog(
        { title: t('moments.edit'), text: moment.text, positionMs: moment.positionMs, done: t('moments.changed') },
        track,
        (change) => api.patch(`/moments/${encodeURIComponent(moment.id)}`, change),
    );
}

/**
 * @param {{ title: string, text: string, positionMs: number, done: string }} words
 * @param {{ id: string, durationMs: number }} track
 * @param {(change: { text: string, positionMs?: number }) => Promise<unknown>} send gets a position only if one was
 *   typed, since the displayed position is rounded
 */
function momentDialog({ title, text, positionMs, done }, track, send) {
    const time = clock(positionMs);
    const { dialog, close } = openDialog({
        title,
        testid: 'moment-dialog',
        body: html`<form class="form dialog-body">
            ${area({ name: 'text', label: t('moments.text'), value: text, maxlength: LONGEST_TEXT })}
            ${field({ name: 'positionMs', label: t('moments.position'), value: time, maxlength: 12, required: true })}
            <p class="field-hint" data-seen></p>${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="moment-save">${t('actions.save')}</button></div></form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    const input = /** @type {HTMLTextAreaElement} */ (find(dialog, 'textarea'));
    input.required = true;
    input.focus();
    input.setSelectionRange(text.length, text.length);
    // The field is one line, so Enter submits.
    input.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        form.requestSubmit();
    });
    void showWhoSees(find(dialog, '[data-seen]'));
    handleForm(form, async ({ text: written, positionMs: typed }) => {
        // An unreadable position is rejected like one past the end.
        const position = typed === time ? undefined : Math.min(timeOf(typed) ?? -1, 2 ** 31 - 1);
        await send(position === undefined ? { text: written } : { text: written, positionMs: position });
        close();
        toast(done);
        await refreshMoments(track.id);
    });
}

/**
 * The visibility of reviews applies.
 * @param {HTMLElement} note
 */
async function showWhoSees(note) {
    try {
        const { opinions } = await api.get('/me/sharing', { quiet: true });
        render(
            note,
            opinions === 'gateway'
                ? html`${t('moments.seenByAll')}`
                : html`${t('moments.seenByNobody')} <a href="/settings/privacy">${t('moments.toSharing')}</a>`,
        );
    } catch {
        // The form works without this note.
    }
}
