// @ts-check
// Lets elements and views navigate without knowing the router.

/** @type {import('./router.js').Router | undefined} */
let router;

/** @param {import('./router.js').Router} instance */
export function useRouter(instance) {
    router = instance;
}

/** @param {string} path @param {{ replace?: boolean }} [options] */
export function navigate(path, options) {
    void router?.go(path, options);
}

/** Closes the overlay. */
export function closeOverlay() {
    router?.closeOverlay();
}

/** @param {string} path */
export function rewriteAddress(path) {
    router?.rewrite(path);
}

/** Mounts the view at this address again; resolves when it is mounted. */
export function refreshView() {
    return router?.refresh();
}
