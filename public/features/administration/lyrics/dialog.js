// @ts-check
// The dialog that creates or edits a lyrics provider. A stored key is never shown.

import { api, ApiError } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field, formError, handleForm, select } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';

/** @typedef {import('../../../core/types.js').LyricsProvider} Provider */

const KINDS = /** @type {const} */ (['lrclib', 'musixmatch']);

/** @param {Provider | undefined} provider to edit; undefined creates one @param {() => void} saved */
export function providerDialog(provider, saved) {
    const { dialog, close } = openDialog({
        title: t(provider ? 'providers.edit' : 'providers.create'),
        testid: 'provider-dialog',
        body: html`<form class="form dialog-body">
            ${
                provider
                    ? html`<p class="field-hint">${t(`providers.kinds.${provider.kind}`)}</p>`
                    : select({
                          name: 'kind',
                          label: t('providers.kind'),
                          value: 'lrclib',
                          options: KINDS.map((kind) => [kind, t(`providers.kinds.${kind}`)]),
                          hint: t('providers.kindHint'),
                      })
            }
            ${field({
                name: 'name',
                label: t('plans.name'),
                value: provider?.name ?? '',
                required: true,
                maxlength: 60,
            })}
            ${field({
                name: 'url',
                label: t('providers.url'),
                value: provider?.url ?? '',
                required: true,
                maxlength: 500,
                placeholder: 'https://lrclib.net',
                hint: t('providers.urlHint'),
            })}
            ${field({
                name: 'key',
                label: t('providers.key'),
                type: 'password',
                autocomplete: 'new-password',
                hint: t(provider?.hasKey ? 'providers.keyKept' : 'providers.keyHint'),
            })}
            ${
                provider?.hasKey &&
                html`<label class="switch"><input type="checkbox" role="switch" data-forget
                    data-testid="provider-forget"><span>${t('providers.keyForget')}</span></label>`
            }
            ${field({
                name: 'storageDays',
                label: t('providers.storageDays'),
                value: String((provider ? provider.storageDays : null) ?? ''),
                numeric: true,
                maxlength: 4,
                hint: t('providers.storageHint'),
            })}
            ${
                !provider &&
                html`<label class="switch"><input type="checkbox" role="switch" data-enabled
                    data-testid="provider-enable"><span>${t('providers.enabled')}</span></label>
                    <p class="field-hint">${t('providers.privacy')}</p>`
            }
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="provider-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const isOn = (/** @type {string} */ name) =>
        /** @type {HTMLInputElement | null} */ (dialog.querySelector(`[data-${name}]`))?.checked === true;
    const days = /** @type {HTMLInputElement} */ (find(dialog, '[name=storageDays]'));
    // Musixmatch requires a license to store lyrics. The default is one day unless the admin chooses otherwise.
    dialog.querySelector('[name=kind]')?.addEventListener('change', (event) => {
        days.value = /** @type {HTMLSelectElement} */ (event.target).value === 'musixmatch' ? '1' : '';
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ kind, name, url, key, storageDays }) => {
        const number = storageDays === '' ? null : Number(storageDays);
        if (number !== null && !(Number.isInteger(number) && number > 0))
            throw new ApiError({ status: 400, code: 'invalid', field: 'storageDays', detail: t('plans.numberWrong') });
        /** @type {Record<string, unknown>} */
        const body = { name, url, storageDays: number };
        if (key !== '') body.key = key;
        else if (isOn('forget')) body.key = null;
        if (provider) await api.patch(`/lyrics/providers/${encodeURIComponent(provider.id)}`, body);
        else await api.post('/lyrics/providers', { ...body, kind, enabled: isOn('enabled') });
        close();
        toast(t('providers.saved'));
        saved();
    });
}
