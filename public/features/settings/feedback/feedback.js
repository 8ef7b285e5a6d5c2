// @ts-check
// The user's rating of the app: stars and a text for the administrators.

import { api, ApiError } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { serverInfo } from '../../../core/session.js';
import { area, formError, handleForm } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { toast } from '../../../elements/overlays/toast.js';
import { feedbackText } from './model.js';

/** @param {HTMLElement} host */
export function mountFeedback(host) {
    render(
        host,
        html`<h2 id="feedback-title">${t('feedback.title', { name: serverInfo.value.name })}</h2>
            <p class="panel-lead">${t('feedback.lead')}</p>
        <form class="form" data-testid="feedback-form">
            <fieldset class="feedback-stars">
                <legend class="visually-hidden">${t('opinions.yourRating')}</legend>${[1, 2, 3, 4, 5].map(
                    (star) =>
                        html`<label title="${t('opinions.ofFive', { stars: String(star) })}"><input
                            type="radio" name="rating"
                value="${String(star)}" data-testid="feedback-${String(star)}"><span
                class="visually-hidden">${t('opinions.ofFive', { stars: String(star) })}</span>${
                    icons.starFull
                }</label>`,
                )}</fieldset>
            ${area({ name: 'words', label: t('feedback.words'), value: '', maxlength: 1900 })}${formError}
            <div class="form-actions"><button type="submit" class="button"
                data-testid="feedback-send">${t('requests.send')}</button></div></form>`,
    );
    const form = /** @type {HTMLFormElement} */ (find(host, 'form'));
    handleForm(form, async ({ rating, words }) => {
        if (!rating) throw new ApiError({ status: 400, code: 'invalid', reason: 'rating_absent' });
        await api.post('/me/feature-requests', { text: feedbackText(Number(rating), words ?? '') });
        form.reset();
        toast(t('feedback.sent'));
    });
}
