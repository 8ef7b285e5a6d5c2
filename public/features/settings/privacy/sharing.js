// @ts-check
// Who sees the user's likes and reviews, and the current playback.

import { api } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { toast } from '../../../elements/overlays/toast.js';

const CHOICES = /** @type {const} */ (['nobody', 'gateway']);

/** The fields and the API paths that store them. */
const FIELDS = /** @type {const} */ ({ opinions: '/me/sharing', playing: '/me/playback-sharing' });

/** @typedef {Record<keyof typeof FIELDS, string>} Chosen */

/** @param {AbortSignal} [signal] @returns {Promise<Chosen>} */
async function load(signal) {
    const [{ opinions }, { playing }] = await Promise.all(
        Object.values(FIELDS).map((path) => api.get(path, { signal })),
    );
    return { opinions, playing };
}

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountSharing(host, signal) {
    /** @param {keyof Chosen} field @param {Chosen} chosen @param {string} legend @param {string} testid */
    const choices = (field, chosen, legend, testid) => html`<fieldset class="choices"><legend>${t(legend)}</legend>
            ${CHOICES.map(
                (choice) =>
                    html`<label class="check"><input type="radio" name="sharing-${field}" value="${choice}"
                data-sharing="${field}" data-testid="${testid}-${choice}" ${attribute(
                    'checked',
                    choice === chosen[field],
                )}>${t(`profile.sharingWith.${choice}`)}</label>`,
            )}
        </fieldset>`;
    const draw = (/** @type {Chosen} */ chosen) =>
        render(
            host,
            html`<h2 id="sharing-title">${t('profile.sharing')}</h2>
        ${choices('opinions', chosen, 'profile.sharingOpinions', 'sharing')}
        <p class="field-hint">${t('profile.sharingHint')}</p>
        ${choices('playing', chosen, 'profile.sharingPlaying', 'sharing-playing')}
        <p class="field-hint">${t('profile.sharingPlayingHint')}</p>`,
        );
    let chosen = await load(signal);
    draw(chosen);
    delegate(
        host,
        'change',
        '[data-sharing]',
        async (input) => {
            const field = /** @type {keyof Chosen} */ (input.dataset.sharing);
            const { value } = /** @type {HTMLInputElement} */ (input);
            try {
                await api.put(FIELDS[field], { [field]: value });
                chosen = { ...chosen, [field]: value };
                toast(t('profile.saved'));
            } catch (error) {
                chosen = await load().catch(() => chosen);
                draw(chosen);
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
}
