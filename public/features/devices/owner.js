// @ts-check
// Whether it is known why the queue on the server is another one than here: another device plays it, and is shown.

export const queueOwner = {
    /** Answers once the devices are known; until then nobody knows. */
    isKnown: () => false,
};
