// @ts-check
// Fields with a label, a hint and an error of their own, and the one way in which forms are sent.

import { ApiError, isAbort } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

let fields = 0;

/**
 * @param {{ name: string, label: string, type?: string, value?: string, hint?: string,
 *   autocomplete?: string, required?: boolean, autofocus?: boolean, minlength?: number,
 *   maxlength?: number, placeholder?: string, numeric?: boolean }} parts
 */
export function field({
    name,
    label,
    type = 'text',
    value = '',
    hint,
    autocomplete = 'off',
    required = false,
    autofocus = false,
    minlength = 0,
    maxlength = 256,
    placeholder = '',
    numeric = false,
}) {
    const id = `field-${++fields}`;
    return html`<div class="field">
        <label for="${id}">${label}</label>
        <input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
            maxlength="${maxlength}" placeholder="${placeholder}"
            data-minlength="${minlength}" autocapitalize="none" spellcheck="false" aria-describedby="${id}-note"
                data-testid="field-${name}"
            ${numeric ? html`inputmode="numeric"` : ''} ${attribute('required', required)}
                ${autofocus ? html`data-autofocus` : ''}>
        <p class="field-hint" id="${id}-note" data-note data-hint="${hint ?? ''}">${hint}</p>
    </div>`;
}

/**
 * Several names, one a line.
 * @param {{ name: string, label: string, value: string, hint?: string }} parts
 */
export function linesField({ name, label, value, hint }) {
    const id = `field-${++fields}`;
    return html`<div class="field">
        <label for="${id}">${label} <span class="label-note">${t('form.onePerLine')}</span></label>
        <textarea id="${id}" name="${name}" rows="${Math.min(5, Math.max(2, value.split('\n').length))}"
            maxlength="20000" spellcheck="false" aria-describedby="${id}-note"
            data-testid="field-${name}">${value}</textarea>
        <p class="field-hint" id="${id}-note" data-note data-hint="${hint ?? ''}">${hint}</p>
    </div>`;
}

/**
 * Text of several lines.
 * @param {{ name: string, label: string, value: string, maxlength: number, hint?: string }} parts
 */
export function area({ name, label, value, maxlength, hint = '' }) {
    const id = `field-${++fields}`;
    return html`<div class="field">
        <label for="${id}">${label}</label>
        <textarea id="${id}" name="${name}" rows="3" maxlength="${maxlength}" aria-describedby="${id}-note"
            data-testid="field-${name}">${value}</textarea>
        <p class="field-hint" id="${id}-note" data-note data-hint="${hint}">${hint}</p>
    </div>`;
}

/** @param {{ name: string, label: string, value: string, options: [string, string][], hint?: string }} parts */
export function select({ name, label, value, options, hint }) {
    const id = `field-${++fields}`;
    return html`<div class="field">
        <label for="${id}">${label}</label>
        <select id="${id}" name="${name}"
            data-testid="field-${name}">${options.map(
                ([key, text]) => html`<option value="${key}" ${attribute('selected', key === value)}>${text}</option>`,
            )}</select>
        ${hint && html`<p class="field-hint">${hint}</p>`}
    </div>`;
}

/** A place for what is wrong with the form as a whole. */
export const formError = html`<p class="form-error" data-form-error role="alert" hidden></p>`;

/**
 * @param {HTMLFormElement} form
 * @param {(values: Record<string, string>) => Promise<unknown>} send
 */
export function handleForm(form, send) {
    form.noValidate = true;
    form.addEventListener('input', (event) => clear(/** @type {HTMLElement} */ (event.target).closest('.field')));
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        const box = /** @type {HTMLElement | null} */ (form.querySelector('[data-form-error]'));
        if (box) box.hidden = true;
        const inputs = /** @type {HTMLInputElement[]} */ (
            [...form.querySelectorAll('input[name], select[name], textarea[name]')].filter(
                (one) =>
                    /** @type {HTMLInputElement} */ (one).type !== 'radio' ||
                    /** @type {HTMLInputElement} */ (one).checked,
            )
        );
        for (const input of inputs) clear(input.closest('.field'));
        const wrong = inputs.find((input) => complaint(input));
        if (wrong) return blame(wrong, /** @type {string} */ (complaint(wrong)));
        const values = Object.fromEntries(
            inputs.map((input) => [input.name, input.type === 'password' ? input.value : input.value.trim()]),
        );
        const button = /** @type {HTMLButtonElement | null} */ (form.querySelector('[type=submit]'));
        button?.setAttribute('aria-busy', 'true');
        if (button) button.disabled = true;
        try {
            await send(values);
        } catch (error) {
            if (isAbort(error)) return;
            const name = error instanceof ApiError ? error.field : undefined;
            const input = name ? inputs.find((one) => one.name === name) : undefined;
            if (input) blame(input, explain(error));
            else showFormError(form, error);
        } finally {
            button?.removeAttribute('aria-busy');
            if (button) button.disabled = false;
        }
    });
}

/**
 * Shows what is wrong with the form as a whole.
 * @param {HTMLFormElement} form
 * @param {unknown} error
 */
export function showFormError(form, error) {
    const box = /** @type {HTMLElement | null} */ (form.querySelector('[data-form-error]'));
    if (!box) return;
    box.textContent = explain(error);
    box.hidden = false;
}

/** @param {HTMLInputElement} input */
function complaint(input) {
    if (input.required && !input.value.trim()) return t('form.required');
    const least = Number(input.dataset.minlength ?? 0);
    if (input.value && [...input.value].length < least) return t('errors.reason.password_too_short', { min: least });
    if (input.type === 'email' && input.value && input.validity.typeMismatch) return t('errors.reason.email_invalid');
    return undefined;
}

/** @param {HTMLInputElement} input @param {string} text */
function blame(input, text) {
    const note = input.closest('.field')?.querySelector('[data-note]');
    if (note) {
        note.textContent = text;
        note.classList.add('is-error');
        note.setAttribute('role', 'alert');
    }
    input.setAttribute('aria-invalid', 'true');
    input.focus();
}

/** @param {Element | null} field */
function clear(field) {
    const note = /** @type {HTMLElement | null | undefined} */ (field?.querySelector('[data-note]'));
    if (!note || !note.classList.contains('is-error')) return;
    note.textContent = note.dataset.hint ?? '';
    note.classList.remove('is-error');
    note.removeAttribute('role');
    field?.querySelector('[aria-invalid]')?.removeAttribute('aria-invalid');
}
