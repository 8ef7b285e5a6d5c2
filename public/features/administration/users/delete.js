// @ts-check

import { find } from '../../../core/dom.js';
import { html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { openDialog } from '../../../elements/overlays/dialog.js';

/**
 * Asks whether to delete an account, and whether its posts, comments and other shared content stay.
 * @param {string} name
 * @returns {Promise<boolean | undefined>} whether shared content stays; undefined when canceled
 */
export async function deleteDialog(name) {
    const choice = (/** @type {string} */ value, /** @type {string} */ label, /** @type {string} */ text) =>
        html`<label class="choice"><input type="radio" name="keep" value="${value}" data-testid="delete-${value}"
            ${value === 'all' ? 'checked' : ''}><span><strong>${label}</strong><span
            class="detail-file">${text}</span></span></label>`;
    const { dialog, closed } = openDialog({
        title: t('users.deleteTitle', { name }),
        testid: 'delete-dialog',
        body: html`<form method="dialog" class="form dialog-body">
            ${choice('all', t('users.deleteAll'), t('users.deleteText'))}
            ${choice('shared', t('users.deleteKeep'), t('users.deleteKeepText'))}
            <div class="dialog-actions"><button class="button" value="cancel"
                data-cancel>${t('actions.cancel')}</button><button class="button is-danger" value="confirm"
                data-testid="confirm">${t('users.delete')}</button></div>
        </form>`,
    });
    // The cancel button has the initial focus.
    find(dialog, '[data-cancel]').focus();
    const keeps = () => new FormData(/** @type {HTMLFormElement} */ (find(dialog, 'form'))).get('keep') === 'shared';
    return (await closed) === 'confirm' ? keeps() : undefined;
}
