// @ts-check
// Asks a moderator for a reason. The affected user reads it.

import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { area, formError, handleForm } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';

/**
 * @param {{ title: string, text: string, confirm: string, done: string, maxlength?: number }} words
 * @param {(reason: string) => Promise<unknown>} send
 * @param {() => void} [changed] called after success
 */
export function reasonDialog({ title, text, confirm, done, maxlength = 1000 }, send, changed) {
    const { dialog, close } = openDialog({
        title,
        testid: 'reason-dialog',
        body: html`<form class="form dialog-body"><p>${text}</p>
            ${area({
                name: 'reason',
                label: t('takedown.reason'),
                value: '',
                maxlength,
                hint: t('takedown.reasonHint'),
            })}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-danger"
                data-testid="reason-send">${confirm}</button></div>
        </form>`,
    });
    const input = /** @type {HTMLTextAreaElement} */ (find(dialog, 'textarea'));
    input.required = true;
    input.focus();
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ reason }) => {
        await send(reason);
        close();
        toast(done);
        changed?.();
    });
}
