// @ts-check
// A form whose values can change on the server meanwhile. An untouched form shows the new values at once; a touched
// form shows a notice instead.

import { isAbort } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { pausing } from '../../core/throttle.js';

/**
 * Whether any control differs from its initial value.
 * @param {HTMLFormElement} form
 */
export function isTouched(form) {
    return [...form.elements].some((control) => {
        if (control instanceof HTMLInputElement && control.type === 'checkbox')
            return control.checked !== control.defaultChecked;
        if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
            return control.value !== control.defaultValue;
        return (
            control instanceof HTMLSelectElement &&
            [...control.options].some((option) => option.selected !== option.defaultSelected)
        );
    });
}

/**
 * Makes the current values the form's initial values.
 * @param {HTMLFormElement} form
 */
function settle(form) {
    for (const control of form.elements) {
        if (control instanceof HTMLInputElement && control.type === 'checkbox')
            control.defaultChecked = control.checked;
        else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
            control.defaultValue = control.value;
        else if (control instanceof HTMLSelectElement)
            for (const option of control.options) option.defaultSelected = option.selected;
    }
}

/**
 * @template T
 * @param {() => HTMLFormElement} form returns the form as currently drawn
 * @param {object} parts
 * @param {T} parts.shown the values that the form was drawn from
 * @param {() => Promise<T>} parts.ask
 * @param {(answer: T) => void} parts.draw redraws the form
 * @param {AbortSignal} parts.signal
 */
export function followedForm(form, { shown, ask, draw, signal }) {
    const show = (/** @type {T} */ answer) => {
        shown = answer;
        draw(answer);
    };
    const look = pausing(async () => {
        try {
            const answer = await ask();
            if (signal.aborted || JSON.stringify(answer) === JSON.stringify(shown)) return;
            if (isTouched(form()) || form().contains(document.activeElement)) notify(form(), () => show(answer));
            else show(answer);
        } catch (error) {
            // After a failure, the next check requests the values again.
            if (!isAbort(error)) return;
        }
    }, signal);
    /**
     * Makes the saved values the form's new state.
     * @param {T} answer
     */
    const saved = (answer) => {
        shown = answer;
        settle(form());
        form().querySelector('[data-outdated]')?.remove();
    };
    return { soon: look.soon, saved };
}

/** @param {HTMLFormElement} form @param {() => void} show */
function notify(form, show) {
    form.querySelector('[data-outdated]')?.remove();
    const note = document.createElement('div');
    note.dataset.outdated = '';
    note.className = 'form-error';
    note.setAttribute('role', 'status');
    form.prepend(note);
    render(
        note,
        html`<p>${t('form.outdated')}</p><button type="button" class="button is-small" data-show
            data-testid="form-show">${t('form.showAnew')}</button>`,
    );
    find(note, '[data-show]').addEventListener('click', show);
}
