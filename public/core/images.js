// @ts-check
// The addresses of pictures.

/**
 * Only the server's own images may be shown.
 * @param {string | undefined} path
 */
export function imagePath(path) {
    return path && /^\/api\/v1\/images\/[\w.~%-]+$/.test(path) ? path : undefined;
}

/**
 * The same image, its longer side at most `size` pixels, in a format that every browser reads.
 * @param {string | undefined} path
 * @param {number} size
 * @param {'webp'|'jpeg'} format
 */
export function sizedImage(path, size, format = 'webp') {
    const image = imagePath(path);
    return image && `${image}?size=${size}&format=${format}`;
}
