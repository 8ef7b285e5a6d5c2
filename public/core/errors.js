// @ts-check
// Error messages in the user's language. Each reason and code of the API has a sentence.

import { ApiError } from './api.js';
import { currentLocale, hasMessage, t } from './i18n.js';
import { serverInfo } from './session.js';

/**
 * @param {unknown} error
 * @returns {string}
 */
export function explain(error) {
    if (!(error instanceof ApiError)) return t('errors.unexpected');
    const values = {
        min: serverInfo.value.passwordMinLength,
        max: serverInfo.value.passwordMaxLength,
        count: error.retryAfter ?? 0,
        plan: error.plan ?? '',
    };
    const isPlan = ['plan_streams', 'plan_transfer', 'download_transfer'].includes(error.reason ?? '');
    if (!isPlan && (error.reason === 'throttled' || error.code === 'rateLimited')) {
        return error.retryAfter ? t('errors.waitSeconds', values) : t('errors.reason.throttled', values);
    }
    if (error.plan && hasMessage(`errors.plan.${error.reason}`)) return t(`errors.plan.${error.reason}`, values);
    if (error.reason && hasMessage(`errors.reason.${error.reason}`)) return t(`errors.reason.${error.reason}`, values);
    // The server's own sentence is more exact, but always English.
    if (error.detail && error.code === 'invalid' && currentLocale() === 'en') return error.detail;
    if (hasMessage(`errors.code.${error.code}`)) return t(`errors.code.${error.code}`, values);
    return error.detail ?? t('errors.unexpected');
}
