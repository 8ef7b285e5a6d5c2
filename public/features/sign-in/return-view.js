// @ts-check
// The page to which the OpenID provider returns the browser.

import { api } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate, rewriteAddress } from '../../core/navigate.js';
import { me, serverInfo } from '../../core/session.js';
import { toast } from '../../elements/overlays/toast.js';
import { bindGate, gate } from './gate.js';
import { answerOf, endVisit, wayBack } from './provider-visit.js';
import { proceed } from './second-step.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { query, setTitle }) {
    const answer = answerOf(query);
    const visit = endVisit();
    setTitle(t('signIn.title'));
    // Removes the single-use code from the address and the history.
    rewriteAddress('/sign-in/return');
    const name = serverInfo.value.openID ?? '';
    /** @param {string} title @param {unknown} body */
    const show = (title, body) => {
        render(root, gate({ title, body }));
        bindGate(/** @type {HTMLElement} */ (root.firstElementChild));
    };
    const onward = () => navigate(visit.next, { replace: true });
    if (!answer) return navigate(wayBack(visit, me.value !== undefined), { replace: true });
    show(
        t('openID.moment'),
        html`<p class="gate-text" role="status" data-testid="openid-return">${t('openID.asks')}</p>`,
    );
    let outcome;
    try {
        outcome = await api.post('/session/openid', answer, { quiet: true });
    } catch (error) {
        const isSignedIn = me.value !== undefined;
        return show(
            t(isSignedIn ? 'openID.failed' : 'openID.notSignedIn'),
            html`<p class="form-error" role="alert" data-testid="openid-error">${explain(error)}</p>
            <a class="button is-primary is-wide" href="${wayBack(visit, isSignedIn)}"
                data-testid="openid-back">${t(isSignedIn ? 'actions.goBack' : 'openID.toSignIn')}</a>`,
        );
    }
    if (outcome) return proceed(root, outcome, onward);
    toast(t(visit.purpose === 'connect' ? 'openID.connected' : 'openID.confirmed', { name }));
    onward();
}
