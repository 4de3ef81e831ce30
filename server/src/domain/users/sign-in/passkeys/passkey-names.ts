/** Well-known passkey providers, by AAGUID. */
const providers: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
}

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iPhone or iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
]

/**
 * Name of a new passkey: that of its provider, or else the kind of device it was created on. The owner can
 * rename it.
 */
export function passkeyName(aaguid: string, userAgent: string | null): string {
  const provider = Object.hasOwn(providers, aaguid) ? providers[aaguid] : undefined
  if (provider !== undefined) return provider
  const system = systems.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return system === undefined ? 'Passkey' : `Passkey on ${system}`
}
