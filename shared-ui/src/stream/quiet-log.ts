/**
 * Notes a fault of the live updates where only those look who search for it: nothing on screen depends on the
 * stream alone, what is missed is read again with the next refresh.
 */
export function logQuietly(text: string, ...more: readonly unknown[]): void {
  // eslint-disable-next-line no-console -- not worth a warning, see above
  console.debug(`Live updates: ${text}`, ...more)
}
