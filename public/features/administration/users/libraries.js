// @ts-check
// The dialog for the libraries that a user may see: all of them, or the checked ones.

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { formError, handleForm } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { libraryChoice, tickedLibraries } from '../library-choice.js';

/** @typedef {import('../../../core/types.js').User} User */

/**
 * @param {string} path the user's API path
 * @param {string} name
 * @param {string[] | null} given
 * @returns {Promise<User | undefined>} the saved user; undefined when the dialog was canceled
 */
export async function librariesDialog(path, name, given) {
    /** @type {{ items: { id: string, name: string }[] }} */
    const { items } = await api.get('/libraries');
    /** @type {User | undefined} */
    let saved;
    const { dialog, close, closed } = openDialog({
        title: t('users.librariesTitle', { name }),
        testid: 'libraries-dialog',
        body: html`<form class="form dialog-body">
            <label class="switch"><input type="checkbox" role="switch" data-all ${attribute('checked', !given)}
                data-testid="libraries-all"><span>${t('users.librariesAll')}</span></label>
            <fieldset class="form" data-some ${attribute('disabled', !given)}>
                <legend>${t('users.librariesOnly')}</legend>
                ${libraryChoice(items, { given, testid: 'libraries-one' })}
            </fieldset>
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="libraries-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const all = /** @type {HTMLInputElement} */ (find(dialog, '[data-all]'));
    const some = /** @type {HTMLFieldSetElement} */ (find(dialog, '[data-some]'));
    all.addEventListener('change', () => {
        some.disabled = all.checked;
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async () => {
        const ticked = tickedLibraries(dialog);
        // A removed library is not listed. Its ID stays in the user's list in case the library is added again.
        const removed = (given ?? []).filter((id) => items.every((item) => item.id !== id));
        saved = await api.patch(path, { libraries: all.checked ? null : [...ticked, ...removed] });
        close();
    });
    await closed;
    return saved;
}
