// @ts-check

/**
 * Tells which answers to draw where several questions are under way at once: answers may come in another order than
 * the questions were asked, and an older one must not be drawn over a newer one.
 */
export function newest() {
    let asked = 0;
    let drawn = 0;
    return {
        /** The number of a question, when it is asked. */
        ask: () => ++asked,
        /**
         * Whether the answer to that question is still news. Then it is the one that is drawn.
         * @param {number} number
         */
        isNews(number) {
            if (number < drawn) return false;
            drawn = number;
            return true;
        },
    };
}
