// @ts-check
// The addresses of pictures.

import { isReachable } from './connection.js';
import { storedPicture } from './on-device.js';

/**
 * Only the server's own images may be shown, and those that it passes on.
 * @param {string | undefined} path
 */
export function imagePath(path) {
    return path && /^\/api\/v1\/(images\/[\w.~%-]+|outside\/\d+\/picture)$/.test(path) ? path : undefined;
}

/**
 * The same image, its longer side at most `size` pixels, in a format that every browser reads. Without a connection
 * the one that is stored on this device.
 * @param {string | undefined} path
 * @param {number} size
 * @param {'webp'|'jpeg'} format
 */
export function sizedImage(path, size, format = 'webp') {
    const image = imagePath(path);
    const stored = image && !isReachable.value ? storedPicture(image) : undefined;
    return stored ?? (image && `${image}?size=${size}&format=${format}`);
}
