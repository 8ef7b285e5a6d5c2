// @ts-check
// Whether the side bar is collapsed to a rail. This browser stores the choice.

import { delegate } from '../../core/dom.js';
import { preferences } from '../../core/preferences.js';
import { Store } from '../../core/store.js';

/** @type {Store<boolean>} */
export const rail = new Store(preferences.get('rail', false));

export function toggleRail() {
    preferences.set({ rail: !rail.value });
    rail.set(!rail.value);
}

/** Whether the screen is wide enough for the side bar. */
export const hasSideBar = () => matchMedia('(min-width: 1024px)').matches;

/** Listens once for the whole document. */
export function listenToRail() {
    const show = () => {
        document.documentElement.classList.toggle('has-rail', rail.value);
        for (const button of document.querySelectorAll('[data-rail]'))
            button.setAttribute('aria-expanded', String(!rail.value));
    };
    rail.subscribe(show);
    delegate(document, 'click', '[data-rail]', () => toggleRail());
    show();
}
