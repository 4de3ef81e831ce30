/** Longest key the server takes. */
const longest = 40

/**
 * The key a field's name comes to: `Roof area (m2)` -> `roofAreaM2`; empty where no Latin letter begins it.
 */
export function fieldKey(label: string): string {
  const words = label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const joined = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')
  const key = joined
    .replace(/^[^A-Za-z]+/, '')
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .slice(0, longest)
  // A builder may well be asked for by the name of Constructor.
  return key in Object.prototype ? `${key}Field` : key
}
