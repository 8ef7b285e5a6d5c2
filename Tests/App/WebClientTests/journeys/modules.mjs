// The modules that a page has loaded, whether or not the server has bundled them.

/** An expression for an export of a client module: the instance that the page itself uses. @param {string} name @param {string} [module] */
export const the = (name, module = 'player/index') => `(async () => {
    const { src } = document.querySelector('script[type=module]');
    const loaded = src.includes('/joined/');
    const all = await import(loaded ? src : new URL('${module}.js', src).href);
    return all[loaded ? 'm${module.replaceAll(/[^a-z0-9]/g, (sign) => `$${sign.charCodeAt(0).toString(16)}`)}$$${name}' : '${name}'];
})()`;
