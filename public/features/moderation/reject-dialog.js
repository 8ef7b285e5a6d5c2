// @ts-check
// Asks for the reason of a rejection. The submitter reads it.

import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { area, formError, handleForm } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';

/** @param {import('../submissions/model.js').Submission[]} some @param {(reason: string) => Promise<unknown>} send */
export function rejectDialog(some, send) {
    const { dialog, close } = openDialog({
        title: some.length === 1 ? t('giving.rejectNamed', { name: some[0].title }) : t('giving.rejectChosen'),
        testid: 'reject-dialog',
        body: html`<form class="form dialog-body"><p>${t('giving.rejectText')}</p>
            ${area({ name: 'reason', label: t('giving.reason'), value: '', maxlength: 1000 })}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-danger"
                data-testid="reject-send">${t('giving.reject')}</button></div>
        </form>`,
    });
    const input = /** @type {HTMLTextAreaElement} */ (find(dialog, 'textarea'));
    input.required = true;
    input.focus();
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ reason }) => {
        close();
        await send(reason);
    });
}
