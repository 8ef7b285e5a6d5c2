// @ts-check
// Settings for podcasts: whether users may subscribe, how often feeds are checked, and the space for downloads.

import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field } from '../../../elements/forms/form.js';
import { wholeNumber } from '../settings/form.js';

/** @type {import('./panel.js').ServicePanel} */
export const PODCASTS = {
    name: 'podcasts',
    title: 'settings.podcasts.title',
    names: ['podcasts', 'podcastMinutes', 'podcastMegabytes'],
    fields: ({ podcasts, podcastMinutes, podcastMegabytes }) => html`<label class="switch"><input type="checkbox"
            role="switch" data-podcasts data-testid="settings-podcasts" aria-describedby="podcasts-hint"
            ${attribute('checked', podcasts)}><span>${t('settings.podcasts.on')}</span></label>
        <p class="field-hint" id="podcasts-hint">${t('settings.podcasts.hint')}</p>
        ${field({
            name: 'podcastMinutes',
            label: t('settings.podcasts.minutes'),
            value: String(podcastMinutes),
            numeric: true,
            required: true,
            maxlength: 5,
            hint: t('settings.podcasts.minutesHint'),
        })}
        ${field({
            name: 'podcastMegabytes',
            label: t('settings.podcasts.megabytes'),
            value: String(podcastMegabytes),
            numeric: true,
            required: true,
            maxlength: 8,
            hint: t('settings.podcasts.megabytesHint'),
        })}`,
    read: ({ podcastMinutes, podcastMegabytes }, isOn) => ({
        podcasts: isOn('podcasts'),
        podcastMinutes: wholeNumber('podcastMinutes', podcastMinutes) ?? 0,
        podcastMegabytes: wholeNumber('podcastMegabytes', podcastMegabytes) ?? 0,
    }),
};
