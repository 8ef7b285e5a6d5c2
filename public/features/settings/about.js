// @ts-check

import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';

/** @param {HTMLElement} host */
export function mountAbout(host) {
    const { name, version } = serverInfo.value;
    render(
        host,
        html`<h2 id="about-title" class="visually-hidden">${t('settingsPages.about')}</h2>
        <div class="about">${icons.logo}<div><p class="thing-title" data-testid="about-name">${name}</p>
            <p class="thing-line" data-testid="about-version">${t('about.version', { version })}</p></div></div>
        <p>${t('about.text', { name })}</p>
        <ul class="about-links"><li><a class="text-link" href="/settings/policy">${t('settingsPages.policy')}</a></li>
            <li><a class="text-link" href="/settings/feedback">${t('settingsPages.feedback')}</a></li>
            <li><a class="text-link" href="/api/v1/openapi.json" target="_blank"
            rel="noopener">${t('about.api')}</a></li></ul>`,
    );
}
