// @ts-check

/**
 * Tells which responses to draw when several requests are pending. Responses may arrive out of order, and an older one
 * must not be drawn over a newer one.
 */
export function newest() {
    let asked = 0;
    let drawn = 0;
    return {
        /** Returns the number of a new request. */
        ask: () => ++asked,
        /**
         * Whether the response to a request is the newest so far. If so, it counts as drawn.
         * @param {number} number
         */
        isNews(number) {
            if (number < drawn) return false;
            drawn = number;
            return true;
        },
    };
}
