// @ts-check
// Settings for search in an outside catalog: the switch, the catalog's address, and a connection test.

import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field } from '../../../elements/forms/form.js';
import { bindServiceTest } from '../service-test.js';

/** @type {import('./panel.js').ServicePanel} */
export const OUTSIDE = {
    name: 'outside',
    title: 'settings.outside.title',
    names: ['outside', 'outsideURL', 'outsideCountry'],
    fields: ({ outside, outsideURL, outsideCountry }) => html`<label class="switch"><input type="checkbox" role="switch"
            data-outside data-testid="settings-outside" aria-describedby="outside-hint"
            ${attribute('checked', outside)}><span>${t('settings.outside.on')}</span></label>
        <p class="field-hint" id="outside-hint">${t('settings.outside.hint')}</p>
        ${field({
            name: 'outsideURL',
            label: t('settings.outside.url'),
            value: outsideURL,
            required: true,
            maxlength: 500,
            hint: t('settings.outside.urlHint'),
        })}
        ${field({
            name: 'outsideCountry',
            label: t('settings.outside.country'),
            value: outsideCountry,
            required: true,
            maxlength: 2,
            hint: t('settings.outside.countryHint'),
        })}`,
    read: ({ outsideURL, outsideCountry }, isOn) => ({ outside: isOn('outside'), outsideURL, outsideCountry }),
    further: () => html`<button type="button" class="button" data-outside-test data-testid="outside-test"
        aria-describedby="outside-test-hint">${t('settings.outside.test')}</button>
        <span data-outside-report role="status" data-testid="outside-report"></span>
        <span class="field-hint" id="outside-test-hint">${t('settings.outside.testHint')}</span>`,
};

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function bindOutsideTest(root, signal) {
    bindServiceTest(root, signal, {
        name: 'outside',
        path: '/settings/outside/test',
        sentence: (failure) => t(failure ? `settings.outside.failure.${failure}` : 'settings.outside.answers'),
    });
}
