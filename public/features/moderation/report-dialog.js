// @ts-check
// "Report this": reports content to the moderators.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { area, formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';

/** @typedef {import('./model.js').ReportKind} ReportKind */

/**
 * The menu item, for users who may report.
 * @param {ReportKind} kind @param {string} id @param {string} name
 * @returns {import('../../elements/overlays/menu.js').MenuItem[]}
 */
export function reportItem(kind, id, name) {
    return may('takePart')
        ? [{ label: t('reports.report'), icon: icons.flag, run: () => reportDialog(kind, id, name) }]
        : [];
}

/** @param {ReportKind} kind @param {string} id @param {string} name */
export function reportDialog(kind, id, name) {
    const { dialog, close } = openDialog({
        title: t('reports.reportNamed', { name }),
        testid: 'report-dialog',
        body: html`<form class="form dialog-body"><p>${t('reports.reportText')}</p>
            ${area({ name: 'text', label: t('reports.why'), value: '', maxlength: 1000 })}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="report-send">${t('reports.send')}</button></div>
        </form>`,
    });
    find(dialog, 'textarea').focus();
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ text }) => {
        await api.post('/reports', { kind, id, text });
        close();
        toast(t('reports.sent'));
    });
}
