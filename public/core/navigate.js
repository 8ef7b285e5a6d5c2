// @ts-check
// Lets elements and views go elsewhere without knowing the router.

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

/**
 * To the page before, or to `path` where there is none of ours.
 * @param {string} path
 */
export function goBack(path) {
    router?.back(path);
}

/** @param {string} path */
export function rewriteAddress(path) {
    router?.rewrite(path);
}

/** Mounts the view at this address again. */
export function refreshView() {
    void router?.refresh();
}
