// @ts-check
// A panel of the outside services page: a form for some of the server's settings.

import { find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { formError } from '../../../elements/forms/form.js';
import { settingsForm } from '../settings/form.js';

/** @typedef {import('../settings/form.js').Settings} Settings */
/**
 * @typedef {object} ServicePanel
 * @property {string} name
 * @property {string} title the heading's message key
 * @property {readonly (keyof Settings)[]} names the settings in this panel
 * @property {(settings: Settings) => unknown} fields
 * @property {(values: Record<string, string>, isOn: import('../settings/form.js').IsOn) => Partial<Settings>} read
 * @property {() => unknown} [further] controls beside the save button
 */

/**
 * @param {HTMLElement} host @param {ServicePanel} panel @param {Settings} settings @param {AbortSignal} signal
 */
export function mountPanel(host, { name, title, names, fields, read, further }, settings, signal) {
    const show = (/** @type {Settings} */ shown) =>
        render(
            host,
            html`<h2 id="${name}-title">${t(title)}</h2>
                <form class="form" data-testid="${name}-settings">${fields(shown)}${formError}
                <div class="form-actions"><button type="submit" class="button is-primary"
                    data-testid="${name}-save">${t('actions.save')}</button>${further?.()}</div></form>`,
        );
    show(settings);
    const form = settingsForm(() => /** @type {HTMLFormElement} */ (find(host, 'form')), {
        shown: settings,
        names,
        read,
        draw: (latest) => {
            show(latest);
            form.bind();
        },
        signal,
    });
}
