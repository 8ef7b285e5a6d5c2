// @ts-check

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { followAreas } from '../../../core/live-views.js';
import { dateTime } from '../../../core/format.js';
import { attribute, html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { followedForm } from '../followed-form.js';

/** @typedef {{ enabled: boolean, minute: number, keep: number, withMusic: boolean, nextAt?: string }} Schedule */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountBackupSchedule(host, signal) {
    const show = (/** @type {Schedule} */ schedule) => {
        const time = `${String(Math.floor(schedule.minute / 60)).padStart(2, '0')}:${String(
            schedule.minute % 60,
        ).padStart(2, '0')}`;
        render(
            host,
            html`<h2 id="schedule-title">${t('backups.scheduleTitle')}</h2>
            <form class="form" data-testid="schedule-form">
                <label class="switch"><input type="checkbox" role="switch" data-enabled
                    ${attribute('checked', schedule.enabled)}
                    data-testid="schedule-enabled"><span>${t('backups.enabled')}</span></label>
                <div
                    class="form-pair">${field({
                        name: 'time',
                        label: t('backups.time'),
                        type: 'time',
                        value: time,
                        required: true,
                    })}${field({
                        name: 'keep',
                        label: t('backups.keep'),
                        type: 'number',
                        value: String(schedule.keep),
                        required: true,
                        numeric: true,
                    })}</div>
                <label class="switch"><input type="checkbox" role="switch" data-music
                    ${attribute('checked', schedule.withMusic)}><span>${t('backups.withMusic')}</span></label>
                ${
                    schedule.nextAt &&
                    html`<p class="field-hint"
                    data-testid="schedule-next">${t('backups.next', {
                        date: dateTime(schedule.nextAt, currentLocale()),
                    })}</p>`
                }
                ${formError}<div class="form-actions"><button type="submit" class="button is-primary"
                    data-testid="schedule-save">${t('backups.save')}</button></div>
            </form>`,
        );
        const form = /** @type {HTMLFormElement} */ (find(host, 'form'));
        const isOn = (/** @type {string} */ name) =>
            /** @type {HTMLInputElement} */ (find(form, `[data-${name}]`)).checked;
        handleForm(form, async (values) => {
            const [hours, minutes] = values.time.split(':').map(Number);
            const saved = await api.put('/backups/schedule', {
                enabled: isOn('enabled'),
                minute: hours * 60 + minutes,
                keep: Number(values.keep),
                withMusic: isOn('music'),
            });
            show(saved);
            followed.saved(saved);
            toast(t('backups.saved'));
        });
    };
    const ask = () => api.get('/backups/schedule', { signal });
    const shown = await ask();
    const followed = followedForm(() => find(host, 'form'), { shown, ask, draw: show, signal });
    followAreas('administration', ['backups'], followed.soon, signal);
    show(shown);
}
