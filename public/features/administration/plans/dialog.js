// @ts-check

import { api, ApiError } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';

/**
 * @typedef {{ id: string, name: string, default: boolean, members?: number, streams: number | null,
 *   maximumBitrate: number | null, uploadQuota: number | null,
 *   monthlyTransfer: number | null, downloads: boolean }} Plan
 */

/** The size of one unit of each field: quotas are entered in megabytes and gigabytes. */
const FACTORS = /** @type {const} */ ({ streams: 1, maximumBitrate: 1, uploadQuota: 1e6, monthlyTransfer: 1e9 });

/** @param {Plan | undefined} plan to edit; undefined creates one @param {() => void} saved */
export function planDialog(plan, saved) {
    const shown = (/** @type {keyof typeof FACTORS} */ name) => {
        const value = plan?.[name];
        return value === null || value === undefined ? '' : String(value / FACTORS[name]);
    };
    const limit = (/** @type {keyof typeof FACTORS} */ name, /** @type {string} */ label) =>
        field({ name, label: t(label), value: shown(name), numeric: true, maxlength: 16, hint: t('plans.emptyHint') });
    const { dialog, close } = openDialog({
        title: plan ? t('plans.edit') : t('plans.create'),
        testid: 'plan-dialog',
        body: html`<form class="form dialog-body">
            ${field({ name: 'name', label: t('plans.name'), value: plan?.name ?? '', required: true, maxlength: 60 })}
            ${limit('streams', 'plans.streams')}${limit('maximumBitrate', 'plans.bitrate')}${limit(
                'monthlyTransfer',
                'plans.transfer',
            )}${limit('uploadQuota', 'plans.upload')}
            <label class="switch"><input type="checkbox" role="switch" data-downloads data-testid="plan-downloads"
                ${attribute('checked', plan?.downloads ?? true)}><span>${t('plans.downloads')}</span></label>
            <label class="switch"><input type="checkbox" role="switch" data-default data-testid="plan-default"
                ${attribute('checked', plan?.default ?? false)}
                ${attribute('disabled', plan?.default ?? false)}><span>${t('plans.makeDefault')}</span></label>
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="plan-save">${t('actions.save')}</button></div>
        </form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async (values) => {
        /** @type {Record<string, unknown>} */
        const body = { name: values.name };
        for (const [name, factor] of Object.entries(FACTORS)) {
            const amount = Number(values[name].replace(',', '.'));
            if (!Number.isFinite(amount))
                throw new ApiError({ status: 400, code: 'invalid', field: name, detail: t('plans.numberWrong') });
            body[name] = values[name] === '' ? null : Math.round(amount * factor);
        }
        body.downloads = /** @type {HTMLInputElement} */ (find(dialog, '[data-downloads]')).checked;
        const box = /** @type {HTMLInputElement} */ (find(dialog, '[data-default]'));
        if (box.checked && !plan?.default) body.default = true;
        await (plan ? api.patch(`/plans/${encodeURIComponent(plan.id)}`, body) : api.post('/plans', body));
        close();
        toast(t('plans.saved'));
        saved();
    });
}
