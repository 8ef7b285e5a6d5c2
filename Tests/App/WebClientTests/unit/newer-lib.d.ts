// Browser features that the libraries of TypeScript 4.8, which Debian ships, do not declare yet. Only for the type check.

interface Array<T> {
    /** ES2023: a sorted copy. */
    toSorted(compare?: (one: T, other: T) => number): T[];
}

interface URLSearchParams {
    readonly size: number;
}

/** The popover attribute of HTML. */
interface HTMLElement {
    showPopover(): void;
    hidePopover(): void;
}
