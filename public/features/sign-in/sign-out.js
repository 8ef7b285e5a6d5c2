// @ts-check

import { explain } from '../../core/errors.js';
import { navigate } from '../../core/navigate.js';
import { signOut } from '../../core/session.js';
import { toast } from '../../elements/overlays/toast.js';

/** Ends the session of this browser, and shows the way back in. */
export async function signOutHere() {
    try {
        await signOut();
        // A proxy that names the user would have them in again at once.
        navigate('/sign-in?signed-out');
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
