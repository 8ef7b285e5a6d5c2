// @ts-check
// Settings for imports by link: whether users may, from which hosts, and which private networks the server may reach.

import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { linesField } from '../../../elements/forms/form.js';
import { lines } from '../../corrections/model.js';

/** @type {import('./panel.js').ServicePanel} */
export const LINKS = {
    name: 'links',
    title: 'settings.links.title',
    names: ['linksOpen', 'linkHosts'],
    fields: ({ linksOpen, linkHosts }) => html`<label class="switch"><input type="checkbox" role="switch" data-links
            data-testid="settings-links" ${attribute('checked', linksOpen)}><span>${t(
                'settings.links.open',
            )}</span></label>
        ${linesField({
            name: 'linkHosts',
            label: t('settings.links.hosts'),
            value: linkHosts.join('\n'),
            hint: t('settings.links.hostsHint'),
        })}`,
    read: ({ linkHosts }, isOn) => ({ linksOpen: isOn('links'), linkHosts: lines(linkHosts) }),
};

/** @type {import('./panel.js').ServicePanel} */
export const NETWORKS = {
    name: 'networks',
    title: 'settings.networks.title',
    names: ['linkNetworks'],
    fields: ({ linkNetworks }) =>
        linesField({
            name: 'linkNetworks',
            label: t('settings.networks.label'),
            value: linkNetworks.join('\n'),
            hint: t('settings.networks.hint'),
        }),
    read: ({ linkNetworks }) => ({ linkNetworks: lines(linkNetworks) }),
};
