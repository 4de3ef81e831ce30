/**
 * A key nobody else has. `crypto.randomUUID` is absent where the portal is opened over plain http by another
 * name than localhost.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
