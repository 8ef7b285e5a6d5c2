// @ts-check

import { explain } from '../../core/errors.js';
import { navigate } from '../../core/navigate.js';
import { signOut } from '../../core/session.js';
import { toast } from '../../elements/overlays/toast.js';

/** Signs out in this browser and opens the sign-in page. */
export async function signOutHere() {
    try {
        await signOut();
        // Without `signed-out`, an authenticating proxy would sign the user in again at once.
        navigate('/sign-in?signed-out');
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
