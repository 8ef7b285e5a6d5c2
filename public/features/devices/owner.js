// @ts-check
// Whether the reason is known why the server's queue differs from this tab's: another device plays it, and is shown.

export const queueOwner = {
    /** Returns false until the devices have loaded. */
    isKnown: () => false,
};
