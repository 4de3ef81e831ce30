/**
 * Path of a Chromium or Chrome that is on this machine. Throws one sentence with the cure when there is none.
 * Installs nothing.
 */
export function chromiumPath(): string
/**
 * The same, after installing a browser where none is: Debian's package, else Playwright's download, else a
 * registry package.
 */
export function ensureChromium(): string
