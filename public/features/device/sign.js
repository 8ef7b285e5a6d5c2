// @ts-check
// The notice of a lost connection, which links to the music that plays offline.

import { isReachable } from '../../core/connection.js';
import { fragment, html, render } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { me } from '../../core/session.js';
import { icons } from '../../elements/icons.js';

/** The delay before the notice, because a single request may fail. */
const SURE_MS = 1_200;

export function showConnection() {
    document.body.append(fragment(html`<div class="connection" role="status" data-connection></div>`));
    const host = /** @type {HTMLElement} */ (document.body.lastElementChild);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let sure;
    const draw = () => {
        const isCut = !isReachable.value && me.value !== undefined;
        render(
            host,
            isCut
                ? html`<a href="/device" data-testid="no-connection">${icons.offline}<span>${t(
                      'device.cut',
                  )}</span></a>`
                : html``,
        );
    };
    const update = () => {
        clearTimeout(sure);
        if (isReachable.value) draw();
        else sure = setTimeout(draw, SURE_MS);
    };
    isReachable.subscribe(update);
    me.subscribe(draw);
    onLocaleChange(draw);
    update();
}
