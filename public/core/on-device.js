// @ts-check
// What of the music is stored on this device, as far as every page needs to know it. The service worker answers at
// these addresses.

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
    /** The pages' service worker is there to answer. */
    get isServed() {
        return Boolean(globalThis.navigator?.serviceWorker?.controller);
    },
};

/**
 * Where this device has a track's sound; undefined where it has none.
 * @param {string} id
 */
export const storedSound = (id) => (onDevice.isServed && onDevice.tracks.has(id) ? soundAddress(id) : undefined);

/**
 * Where this device has an image; undefined where it has none.
 * @param {string} path
 */
export const storedPicture = (path) =>
    onDevice.isServed && onDevice.pictures.has(path) ? pictureAddress(path) : undefined;
