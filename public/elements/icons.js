// @ts-check
// Icons as inline SVG on a 24-unit grid. They are decoration: the button around them carries the name.

import { html } from '../core/html.js';

/** @param {unknown} shapes */
const filled = (shapes) =>
    html`<svg class="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"
        focusable="false">${shapes}</svg>`;

/** @param {unknown} shapes */
const lined = (shapes) =>
    html`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9"
        stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${shapes}</svg>`;

export const icons = {
    play: filled(html`<path d="M8 5.2v13.6a1 1 0 0 0 1.53.85l10.9-6.8a1 1 0 0 0 0-1.7L9.53 4.35A1 1 0 0 0 8 5.2z"/>`),
    pause: filled(
        html`<rect x="6" y="4.5" width="4.4" height="15" rx="1.3"/>
            <rect x="13.6" y="4.5" width="4.4" height="15" rx="1.3"/>`,
    ),
    next: filled(
        html`<path
            d="M5 6.1v11.8a.9.9 0 0 0 1.4.75L15 12.8V18a1.2 1.2 0 0 0 2.4 0V6A1.2 1.2 0 0 0 15 6v5.2L6.4
            5.35A.9.9 0 0 0 5 6.1z"/>`,
    ),
    previous: filled(
        html`<path
            d="M19 6.1v11.8a.9.9 0 0 1-1.4.75L9 12.8V18a1.2 1.2 0 0 1-2.4 0V6A1.2 1.2 0 0 1 9
            6v5.2l8.6-5.85a.9.9 0 0 1 1.4.75z"/>`,
    ),
    shuffle: lined(
        html`<path
            d="M3 7h3.2c1.5 0 2.9.8 3.7 2l4.2 6c.8 1.2 2.2 2 3.7 2H21M18 4l3 3-3 3M3 17h3.2c1.5 0 2.9-.8 3.7-2M13.6 9.6
            14.1 9c.8-1.2 2.2-2 3.7-2H21M18 14l3 3-3 3"/>`,
    ),
    repeat: lined(
        html`<path
            d="M17 2.5 20.5 6 17 9.5M3.5 11V9a3 3 0 0 1 3-3h14M7 21.5 3.5 18 7 14.5M20.5 13v2a3 3 0 0 1-3 3h-14"/>`,
    ),
    repeatOne: lined(
        html`<path
            d="M17 2.5 20.5 6 17 9.5M3.5 11V9a3 3 0 0 1 3-3h14M7 21.5 3.5 18 7 14.5M20.5 13v2a3 3 0 0 1-3 3h-14M11
            10.8l1.4-.8v4.6"/>`,
    ),
    volume: lined(
        html`<path d="M4 9.5v5h3.2L12 18.6V5.4L7.2 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18.2 6.4a8 8 0 0 1 0 11.2"/>`,
    ),
    quiet: lined(html`<path d="M4 9.5v5h3.2L12 18.6V5.4L7.2 9.5zM15.5 9a4.2 4.2 0 0 1 0 6"/>`),
    muted: lined(html`<path d="M4 9.5v5h3.2L12 18.6V5.4L7.2 9.5zM16 9.5l5 5M21 9.5l-5 5"/>`),
    heart: html`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9"
        stroke-linejoin="round" aria-hidden="true" focusable="false">
        <path d="M12 20.2 4.9 13a4.7 4.7 0 0 1 6.6-6.6l.5.5.5-.5a4.7 4.7 0 0 1 6.6 6.6z"/></svg>`,
    star: lined(html`<path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8z"/>`),
    starFull: html`<svg class="icon is-filled" viewBox="0 0 24 24" fill="currentColor" stroke="currentColor"
        stroke-width="1.9" stroke-linejoin="round" aria-hidden="true"
        focusable="false"><path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8z"/></svg>`,
    playlist: lined(html`<path d="M4 6h11M4 11h11M4 16h6M17.5 17.5V7.5l3 1.5"/><circle cx="15.5" cy="17.5" r="2"/>`),
    queue: lined(html`<path d="M3.5 6h17M3.5 11.5h10M3.5 17h10M17 11.5v8.2l4-2.4"/>`),
    lyrics: lined(html`<path d="M4 5.5h16M4 10h10M4 14.5h13M4 19h7"/>`),
    home: lined(html`<path d="M4 10.8 12 4l8 6.8V19a1.2 1.2 0 0 1-1.2 1.2H15v-5.4H9v5.4H5.2A1.2 1.2 0 0 1 4 19z"/>`),
    bell: lined(html`<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 18.5a2 2 0 0 0 4 0"/>`),
    shelf: lined(
        html`<path
            d="M4 4.5v15M20 4.5v15M4 11h16M4 18.5h16M7.5 11V6M10.5 11V6.8M13.5 11l2-4.6M7.5
            18.5V14M11 18.5V14h4v4.5"/>`,
    ),
    wish: lined(
        html`<path d="M12 4.5v3M12 4.5a7.5 7.5 0 0 1 4 13.8V20h-8v-1.7a7.5 7.5 0 0 1 4-13.8zM9.5 12.5h5M12 10v5"/>`,
    ),
    board: lined(
        html`<path
            d="M5.5 4h13A1.5 1.5 0 0 1 20 5.5v10a1.5 1.5 0 0 1-1.5 1.5H13l-4.5 3.5V17h-3A1.5 1.5 0 0 1 4 15.5v-10A1.5
            1.5 0 0 1 5.5 4zM10.5 13V8.2l4-1V12"/><circle cx="9" cy="13" r="1.5"/><circle cx="13" cy="12" r="1.5"/>`,
    ),
    comment: lined(
        html`<path d="M5.5 4.5h13A1.5 1.5 0 0 1 20 6v9.5a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 3.5V17h-2A1.5 1.5 0 0 1 4
            15.5V6a1.5 1.5 0 0 1 1.5-1.5zM8 9h8M8 12.6h5"/>`,
    ),
    upload: lined(
        html`<path
            d="M12 15.5V4.5M7.5 8.5 12 4l4.5 4.5M4.5 15v3.2a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5V15"/>`,
    ),
    download: lined(
        html`<path
            d="M12 4v11M7.5 11 12 15.5l4.5-4.5M4.5 15v3.2a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5V15"/>`,
    ),
    search: lined(html`<circle cx="10.8" cy="10.8" r="6.3"/><path d="m20 20-4.6-4.6"/>`),
    finder: lined(
        html`<path d="M4 6.5h16M4 12h5M4 17.5h5"/><circle cx="15" cy="14.2" r="3.6"/><path d="m20.2 19.4-2.6-2.6"/>`,
    ),
    filter: lined(html`<path d="M4 6.5h16M7 12h10M10 17.5h4"/>`),
    library: lined(html`<path d="M5 4v16M9.5 4v16M14 4.6l5 15"/>`),
    history: lined(html`<path d="M4.2 9.2A8.3 8.3 0 1 1 3.7 12M3.4 5.4l.8 3.8 3.8-.8M12 7.6V12l3 2.2"/>`),
    chart: lined(html`<path d="M4 20h16M7 20v-6M12 20V5M17 20v-9"/>`),
    users: lined(
        html`<circle cx="9" cy="8.2" r="3.4"/>
            <path
            d="M2.8 19.6c.4-3.4 2.9-5.6 6.2-5.6s5.8 2.2 6.2 5.6M16 5a3.3 3.3 0 0 1 0 6.4M17.6 14.4c2.1.7
            3.4 2.6 3.7 5.2"/>`,
    ),
    folder: lined(
        html`<path
            d="M3.5 7a1.5 1.5 0 0 1 1.5-1.5h4l2 2.5h8A1.5 1.5 0 0 1 20.5 9.5V17a1.5 1.5 0 0 1-1.5 1.5H5A1.5
            1.5 0 0 1 3.5 17z"/>`,
    ),
    folderOpen: lined(
        html`<path
            d="M3.5 17V7A1.5 1.5 0 0 1 5 5.5h4l2 2.5h7a1.5 1.5 0 0 1 1.5 1.5v1.2M3.5 17a1.5 1.5 0 0 0 1.5
            1.5h12.6a1.5 1.5 0 0 0 1.4-1l2-5.4a1 1 0 0 0-.9-1.4H7.6a1.5 1.5 0 0 0-1.4 1z"/>`,
    ),
    folderPlus: lined(
        html`<path
            d="M12.5 18.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5h4l2 2.5h8a1.5 1.5 0 0 1 1.5
            1.5v2.6M18 15v6M15 18h6"/>`,
    ),
    person: lined(html`<circle cx="12" cy="8.2" r="3.8"/><path d="M4.8 20c.5-3.9 3.4-6.2 7.2-6.2s6.7 2.3 7.2 6.2"/>`),
    grid: lined(
        html`<rect x="4" y="4" width="6.6" height="6.6" rx="1.4"/>
            <rect x="13.4" y="4" width="6.6" height="6.6" rx="1.4"/>
            <rect x="4" y="13.4" width="6.6" height="6.6" rx="1.4"/>
            <rect x="13.4" y="13.4" width="6.6" height="6.6" rx="1.4"/>`,
    ),
    list: lined(html`<path d="M8.5 6h12M8.5 12h12M8.5 18h12M4 6h.01M4 12h.01M4 18h.01"/>`),
    more: filled(
        html`<circle cx="5.5" cy="12" r="1.8"/><circle cx="12" cy="12" r="1.8"/><circle cx="18.5" cy="12" r="1.8"/>`,
    ),
    microphone: lined(
        html`<rect x="9" y="3" width="6" height="11.5" rx="3"/>
            <path d="M5.2 11.5a6.8 6.8 0 0 0 13.6 0M12 18.3V21"/>`,
    ),
    close: lined(html`<path d="M6 6l12 12M18 6 6 18"/>`),
    up: lined(html`<path d="m6 14.5 6-6 6 6"/>`),
    down: lined(html`<path d="m6 9.5 6 6 6-6"/>`),
    store: lined(html`<circle cx="12" cy="12" r="8.6"/><path d="M12 7.6v8M8.6 12.4l3.4 3.4 3.4-3.4"/>`),
    offline: lined(
        html`<path d="m4 4 16 16M9.5 6.4A5.6 5.6 0 0 1 17.3 11a3.9 3.9 0 0 1 2.9 5.6M17 18.2H7.2A4.2 4.2 0 0 1 6.9
            9.8"/>`,
    ),
    undo: lined(html`<path d="M9 5.5 4.5 10 9 14.5M4.5 10h9.7a5.2 5.2 0 0 1 0 10.4H11"/>`),
    redo: lined(html`<path d="m15 5.5 4.5 4.5-4.5 4.5M19.5 10H9.8a5.2 5.2 0 0 0 0 10.4H13"/>`),
    back: lined(html`<path d="m14.5 6-6 6 6 6"/>`),
    forward: lined(html`<path d="m9.5 6 6 6-6 6"/>`),
    grip: filled(
        html`<circle cx="9" cy="6" r="1.5"/><circle cx="15" cy="6" r="1.5"/><circle cx="9" cy="12" r="1.5"/>
            <circle cx="15" cy="12" r="1.5"/><circle cx="9" cy="18" r="1.5"/><circle cx="15" cy="18" r="1.5"/>`,
    ),
    plus: lined(html`<path d="M12 5v14M5 12h14"/>`),
    visuals: lined(
        html`<path d="M3 14c2.5 0 2.5-6 5-6s2.5 10 5 10 2.5-13 5-13c1.6 0 2.2 2.6 3 5"/>`,
    ),
    expand: lined(html`<path d="M4 9V4.5h5M15 4.5h5V9M20 15v4.5h-5M9 19.5H4V15"/>`),
    playNext: lined(html`<path d="M3.5 6h17M3.5 12h8M3.5 18h8M15.5 12l5 3-5 3z"/>`),
    trash: lined(html`<path d="M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l.8 13h9.4l.8-13M10 10.5v5.5M14 10.5v5.5"/>`),
    flag: lined(html`<path d="M5.5 21V4M5.5 4.8c4-2.6 7 2.2 13 0v9c-6 2.2-9-2.6-13 0"/>`),
    check: lined(html`<path d="m5 12.5 4.5 4.5L19 7.5"/>`),
    copy: lined(
        html`<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2"/>
            <path d="M15.5 5.5A1.5 1.5 0 0 0 14 4H5.5A1.5 1.5 0 0 0 4 5.5V14a1.5 1.5 0 0 0 1.5 1.5"/>`,
    ),
    warning: lined(html`<path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2v.01"/>`),
    refresh: lined(
        html`<path d="M19.8 11A8 8 0 0 0 5.6 7.2L4 9M4 4.5V9h4.5M4.2 13a8 8 0 0 0 14.2 3.8L20 15M20 19.5V15h-4.5"/>`,
    ),
    disc: lined(html`<circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="2.6"/>`),
    info: lined(html`<circle cx="12" cy="12" r="8.5"/><path d="M12 11.2v5M12 7.8v.01"/>`),
    edit: lined(html`<path d="M4.5 19.5 5.4 15 15.8 4.6a1.9 1.9 0 0 1 2.7 0l.9.9a1.9 1.9 0 0 1 0 2.7L9 18.6z"/>`),
    key: lined(html`<circle cx="8" cy="15.5" r="4"/><path d="m11 12.5 8.5-8.5M16 7.5l2.5 2.5"/>`),
    device: lined(html`<rect x="3.5" y="5" width="17" height="11.5" rx="1.8"/><path d="M9 20h6M12 16.5V20"/>`),
    devices: lined(
        html`<path d="M12 16.5H4.8A1.3 1.3 0 0 1 3.5 15.2V6.3A1.3 1.3 0 0 1 4.8 5h13.4a1.3 1.3 0 0 1 1.3 1.3v1.2"/>
            <rect x="14.5" y="10" width="6" height="10" rx="1.3"/><path d="M8 20h4M17.5 17.5v.01"/>`,
    ),
    phone: lined(html`<rect x="7" y="3.5" width="10" height="17" rx="2"/><path d="M12 17.5v.01"/>`),
    tablet: lined(html`<rect x="4.5" y="3.5" width="15" height="17" rx="2"/><path d="M12 17.5v.01"/>`),
    television: lined(html`<rect x="3" y="7" width="18" height="12" rx="1.8"/><path d="m8 3 4 4 4-4"/>`),
    speaker: lined(
        html`<rect x="6" y="3.5" width="12" height="17" rx="2"/><circle cx="12" cy="14" r="3.2"/>
            <path d="M12 7.2v.01"/>`,
    ),
    signOut: lined(
        html`<path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H20M16.5 8l4 4-4 4"/>`,
    ),
    keyboard: lined(
        html`<rect x="2.8" y="6" width="18.4" height="12" rx="2"/>
            <path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8"/>`,
    ),
    bookmark: lined(html`<path d="M7 4.5h10a.8.8 0 0 1 .8.8v14.2L12 15.8l-5.8 3.7V5.3a.8.8 0 0 1 .8-.8z"/>`),
    radio: lined(
        html`<rect x="3.5" y="8.5" width="17" height="11" rx="1.8"/><path d="m6 8.5 10-5M15 12h2.5M15 15.5h2.5"/>
            <circle cx="8.8" cy="14" r="2.4"/>`,
    ),
    mix: lined(
        html`<circle cx="9" cy="12" r="5.5"/><circle cx="15" cy="12" r="5.5"/>
            <path d="M12 10.2v3.6"/>`,
    ),
    songRadio: lined(
        html`<circle cx="12" cy="12" r="2"/><path d="M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.6 18.4a9 9 0 0 1
            0-12.8M18.4 5.6a9 9 0 0 1 0 12.8"/>`,
    ),
    share: lined(
        html`<circle cx="6.5" cy="12" r="2.5"/><circle cx="17" cy="6" r="2.5"/><circle cx="17" cy="18" r="2.5"/>
            <path d="m8.8 10.8 6-3.4M8.8 13.2l6 3.4"/>`,
    ),
    link: lined(
        html`<path
            d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0
            5.7 5.7l1.1-1.1"/>`,
    ),
    globe: lined(
        html`<circle cx="12" cy="12" r="8.5"/><path
            d="M3.5 12h17M12 3.5c2.4 2.4 3.6 5.2 3.6 8.5s-1.2 6.1-3.6 8.5c-2.4-2.4-3.6-5.2-3.6-8.5S9.6 5.9 12 3.5z"/>`,
    ),
    trend: lined(html`<path d="m4 16.5 5.5-5.5 3.5 3.5 7-7M15 7.5h5v5"/>`),
    settings: lined(
        html`<path d="M4 7h9M18 7h2M4 17h2M11 17h9"/><circle cx="15.5" cy="7" r="2.4"/>
            <circle cx="8.5" cy="17" r="2.4"/>`,
    ),
    shield: lined(html`<path d="M12 3.5 5 6v5.5c0 4.2 2.8 7.4 7 9 4.2-1.6 7-4.8 7-9V6zM9 12l2.2 2.2L15.2 10"/>`),
    sidebar: lined(html`<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><path d="M9.5 4.5v15"/>`),
    sun: lined(
        html`<circle cx="12" cy="12" r="4"/>
            <path
            d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4"/>`,
    ),
    moon: lined(html`<path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z"/>`),
    logo: html`<svg class="logo-mark" viewBox="0 0 64 64" aria-hidden="true"
        focusable="false"><rect width="64" height="64" rx="16" fill="#c2410c"/>
        <path d="M48 32a16 16 0 1 1-8-13.86" fill="none" stroke="#fff" stroke-width="5.5" stroke-linecap="round"/>
        <circle cx="32" cy="32" r="6.5" fill="#fff"/><circle cx="46.4" cy="23.4" r="3.6" fill="#fff"/></svg>`,
};

/** Three bars that dance while something plays. */
export const equaliser = html`<span class="equaliser" aria-hidden="true"><i></i><i></i><i></i></span>`;

export const spinner = html`<span class="spinner" aria-hidden="true"></span>`;
