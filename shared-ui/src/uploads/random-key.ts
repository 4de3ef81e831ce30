/**
 * A unique random key. `crypto.randomUUID` is not available over plain http on a host other than localhost.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
