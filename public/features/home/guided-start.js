// @ts-check
// The first steps for an admin whose server has little or no music yet.

import { api } from '../../core/api.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';

/** @typedef {{ libraries: number, isScanning: boolean, server?: string, qrCode?: string }} Start */

/** @param {AbortSignal} signal @returns {Promise<Start>} */
export async function loadStart(signal) {
    const [libraries, scans, connection] = await Promise.all([
        api.get('/libraries', { signal }),
        api.get('/scans', { query: { limit: 1 }, signal }),
        api.get('/me/connection', { signal }),
    ]);
    return {
        libraries: libraries.items.length,
        isScanning: scans.items.some((/** @type {{ state: string }} */ scan) => scan.state === 'running'),
        ...connection,
    };
}

/** @param {Start & { hasMusic: boolean }} start `hasMusic`: whether a little music exists, such as the samples */
export function guidedStart({ libraries, isScanning, server, qrCode, hasMusic }) {
    const isThere = libraries > 0 && !hasMusic;
    const folder = isScanning ? 'Scanning' : isThere ? 'Empty' : '';
    return html`<section class="guided" data-testid="guided-start" aria-labelledby="guided-title">
        <h2 id="guided-title" class="guided-title">${t('home.guided.title')}</h2>
        <p class="guided-text">${t(`home.guided.${hasMusic ? 'moreText' : 'text'}`)}</p>
        <ol class="guided-steps">
            ${step({
                icon: icons.folder,
                title: t('home.guided.folder'),
                text: t(`home.guided.folder${folder}Text`),
                isDone: isThere,
                action: html`<a class="button ${isThere ? '' : 'is-primary'}" href="/administration/library"
                    data-testid="guided-folder">${t(
                        isThere ? 'home.openLibraries' : 'home.guided.folderAction',
                    )}</a>`,
            })}
            ${step({
                icon: icons.users,
                title: t('home.guided.people'),
                text: t('home.guided.peopleText'),
                action: html`<a class="button" href="/administration/invitations"
                    data-testid="guided-people">${t('home.guided.peopleAction')}</a>`,
            })}
            ${step({
                icon: icons.link,
                title: t('home.guided.phone'),
                text: t('home.guided.phoneText'),
                action: html`${
                    qrCode &&
                    html`<img class="guided-code" src="data:image/svg+xml,${encodeURIComponent(qrCode)}"
                        alt="${t('home.guided.phoneCode', { address: server ?? '' })}" width="180" height="180"
                        data-testid="guided-code">`
                }<p class="guided-address"><a href="${server ?? '/'}">${server}</a></p><a class="text-link"
                    href="/settings/apps" data-testid="guided-apps">${t('home.guided.phoneApps')}</a>`,
            })}
        </ol>
    </section>`;
}

/** @param {{ icon: unknown, title: string, text: string, action: unknown, isDone?: boolean }} parts */
function step({ icon, title, text, action, isDone = false }) {
    return html`<li class="guided-step ${isDone ? 'is-done' : ''}"><span class="guided-sign">${
        isDone ? icons.check : icon
    }</span>
        <h3 class="guided-name">${title}${
            isDone && html`<span class="visually-hidden"> (${t('home.guided.done')})</span>`
        }</h3>
        <p class="guided-text">${text}</p>
        <div class="guided-action">${action}</div></li>`;
}
