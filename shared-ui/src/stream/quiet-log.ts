/**
 * Logs a fault of the live updates at debug level: the screen does not depend on the stream alone, and the
 * next refresh loads what was missed.
 */
export function logQuietly(text: string, ...more: readonly unknown[]): void {
  // eslint-disable-next-line no-console -- debug output, see above
  console.debug(`Live updates: ${text}`, ...more)
}
