// @ts-check
// The URLs of pictures.

import { isReachable } from './connection.js';
import { storedPicture } from './on-device.js';

/**
 * The path, if it is an image that the server hosts or proxies; undefined for any other.
 * @param {string | undefined} path
 */
export function imagePath(path) {
    return path && /^\/api\/v1\/(images\/[\w.~%-]+|outside\/\d+\/picture)$/.test(path) ? path : undefined;
}

/**
 * The same image, its longer side at most `size` pixels, in a format that every browser reads. Offline, the copy stored
 * on this device.
 * @param {string | undefined} path
 * @param {number} size
 * @param {'webp'|'jpeg'} format
 */
export function sizedImage(path, size, format = 'webp') {
    const image = imagePath(path);
    const stored = image && !isReachable.value ? storedPicture(image) : undefined;
    return stored ?? (image && `${image}?size=${size}&format=${format}`);
}
