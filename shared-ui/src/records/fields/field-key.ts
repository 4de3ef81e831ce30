/** Maximum key length that the server accepts. */
const longest = 40

/**
 * Derives a key from a field's name: `Roof area (m2)` -> `roofAreaM2`; empty if the name has no Latin letter.
 */
export function fieldKey(label: string): string {
  const words = label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const joined = words
    .map((word, place) =>
      place === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')
  const key = joined
    .replace(/^[^A-Za-z]+/, '')
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .slice(0, longest)
  // A field named Constructor is plausible and must not collide with Object.prototype.
  return key in Object.prototype ? `${key}Field` : key
}
