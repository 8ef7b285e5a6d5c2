// @ts-check
// The music stored on this device, as far as every page needs to know it. The service worker serves these URLs.

/** @param {string} id of a track */
export const soundAddress = (id) => `/device/sound/${encodeURIComponent(id)}`;

/** @param {string} path of an image, as items have it */
export const pictureAddress = (path) => `/device/pictures/${path.slice(path.lastIndexOf('/') + 1)}`;

export const onDevice = {
    /**
     * The tracks whose sound is stored.
     * @type {Set<string>}
     */
    tracks: new Set(),
    /**
     * The paths of the images that are stored.
     * @type {Set<string>}
     */
    pictures: new Set(),
    /** Whether a service worker controls the page, so that it can serve stored files. */
    get isServed() {
        return Boolean(globalThis.navigator?.serviceWorker?.controller);
    },
};

/**
 * The URL of a track's sound on this device; undefined if it is not stored.
 * @param {string} id
 */
export const storedSound = (id) => (onDevice.isServed && onDevice.tracks.has(id) ? soundAddress(id) : undefined);

/**
 * The URL of an image on this device; undefined if it is not stored.
 * @param {string} path
 */
export const storedPicture = (path) =>
    onDevice.isServed && onDevice.pictures.has(path) ? pictureAddress(path) : undefined;
