// @ts-check
// The service worker. It is installed once the page is usable, and updated when the user agrees.

import { workerAddress } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { toast } from '../../elements/overlays/toast.js';

const HOUR_MS = 3_600_000;

export async function installWorker() {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    // Some browsers forbid it, for example in private windows.
    const registration = await serviceWorker
        .register(workerAddress(), { updateViaCache: 'none' })
        .catch(() => undefined);
    if (!registration) return;
    let isWanted = false;
    serviceWorker.addEventListener('controllerchange', () => {
        if (isWanted) location.reload();
    });
    const offer = () => {
        const { waiting } = registration;
        // The first worker replaces no other, so there is nothing to offer.
        if (!waiting || !serviceWorker.controller) return;
        const run = () => {
            isWanted = true;
            waiting.postMessage('take over');
        };
        toast(t('device.update'), { sticky: true, id: 'update', actions: [{ label: t('device.reload'), run }] });
    };
    offer();
    registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', offer),
    );
    let lookedAt = Date.now();
    document.addEventListener('visibilitychange', () => {
        if (document.hidden || Date.now() - lookedAt < HOUR_MS) return;
        lookedAt = Date.now();
        registration.update().catch(() => {});
    });
}
