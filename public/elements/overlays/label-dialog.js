// @ts-check
// A dialog that asks for the name of one thing.

import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { field, formError, handleForm } from '../forms/form.js';
import { openDialog } from './dialog.js';

/**
 * @param {{ title: string, label: string, value?: string, placeholder?: string, text?: string, confirm: string,
 *   testid: string }} texts the form's button has the test id with `-save` behind it
 * @param {(label: string) => Promise<void>} save the dialog closes once it is done, and shows why it failed
 */
export function labelDialog({ title, label, value, placeholder, text, confirm, testid }, save) {
    const { dialog, close } = openDialog({
        title,
        testid: `${testid}-dialog`,
        body: html`<form class="form dialog-body">${text && html`<p>${text}</p>`}
            ${field({ name: 'label', label, value, placeholder, required: true, maxlength: 100 })}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="${testid}-save">${confirm}</button></div></form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async (values) => {
        await save(values.label);
        close();
    });
}
