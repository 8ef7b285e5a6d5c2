// @ts-check
// The area for dropped files, with buttons to choose files or a folder.

import { delegate, find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { musicOf } from './model.js';

export function dropZone() {
    return html`<div class="drop-zone" data-drop data-testid="drop-zone">
        <span class="drop-icon" aria-hidden="true">${icons.upload}</span>
        <p class="drop-title">${t('giving.drop')}</p>
        <div class="drop-choices">
            <label class="button is-primary file-button"><input type="file" multiple data-files
                data-testid="give-files">${t('giving.chooseFiles')}</label>
            <label class="button file-button"><input type="file" multiple webkitdirectory data-folder
                data-testid="give-folder">${t('giving.chooseFolder')}</label>
        </div>
    </div>`;
}

/**
 * @param {HTMLElement} root
 * @param {(files: File[], others: number) => void} chosen gets the music files and the number of other files
 * @param {AbortSignal} signal
 */
export function bindDropZone(root, chosen, signal) {
    const take = (/** @type {File[]} */ files) => {
        const music = musicOf(files);
        chosen(music, files.length - music.length);
    };
    delegate(
        root,
        'change',
        '[data-files], [data-folder]',
        (element) => {
            const input = /** @type {HTMLInputElement} */ (element);
            take([...(input.files ?? [])]);
            input.value = '';
        },
        signal,
    );
    const zone = find(root, '[data-drop]');
    zone.addEventListener(
        'dragover',
        (event) => {
            event.preventDefault();
            zone.classList.add('is-over');
        },
        { signal },
    );
    zone.addEventListener(
        'dragleave',
        (event) => {
            if (!zone.contains(/** @type {Node | null} */ (event.relatedTarget))) zone.classList.remove('is-over');
        },
        { signal },
    );
    zone.addEventListener(
        'drop',
        (event) => {
            event.preventDefault();
            zone.classList.remove('is-over');
            void dropped(event).then(take);
        },
        { signal },
    );
}

/**
 * The dropped files, including those in dropped folders.
 * @param {DragEvent} event
 * @returns {Promise<File[]>}
 */
async function dropped(event) {
    const entries = [...(event.dataTransfer?.items ?? [])]
        .map((item) => item.webkitGetAsEntry?.())
        .flatMap((entry) => entry ?? []);
    if (entries.length === 0) return [...(event.dataTransfer?.files ?? [])];
    /** @type {File[]} */
    const files = [];
    for (const entry of entries) await walk(entry, files);
    return files;
}

/** @param {FileSystemEntry} entry @param {File[]} files */
async function walk(entry, files) {
    if (entry.isFile) {
        files.push(
            await new Promise((resolve, reject) => {
                /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject);
            }),
        );
        return;
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) {
        const some = await new Promise((/** @type {(value: FileSystemEntry[]) => void} */ resolve, reject) => {
            reader.readEntries(resolve, reject);
        });
        if (some.length === 0) return;
        for (const one of some) await walk(one, files);
    }
}
