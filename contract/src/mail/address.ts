/** Characters of an unquoted local part (RFC 5322 3.2.3), including letters of any script (RFC 6531 3.3). */
const atom = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`
const dotAtom = new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u')
const quotedString = /^"(?:[^"\\\p{Cc}]|\\[\x20-\x7e])*"$/u
const maxLocalPartLength = 64
const maxAddressLength = 254
/** A DNS domain: at least two labels, and the last one does not start with a digit. */
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const notInDomain = /[\s/?#:@[\]\\%<>|^"(),;]/

/** Splits an address at its last `@`; null when it has none. */
function halvesOf(address: string): { local: string; domain: string } | null {
  const at = address.lastIndexOf('@')
  return at === -1 ? null : { local: address.slice(0, at), domain: address.slice(at + 1) }
}

/** The domain in ASCII (RFC 5891), lower case; undefined when invalid. */
function toAsciiDomain(domain: string): string | undefined {
  if (domain === '' || notInDomain.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const { hostname } = new URL(`http://${domain}`)
  return asciiDomain.test(hostname) ? hostname : undefined
}

/** Whether the text is a valid mail address. Runs in linear time. Source: RFC 5321 4.1.2, RFC 6531 3.3. */
export function isMailAddress(text: string): boolean {
  const halves = text.length > maxAddressLength ? null : halvesOf(text)
  if (halves === null || halves.local.length > maxLocalPartLength) return false
  return (
    (dotAtom.test(halves.local) || quotedString.test(halves.local)) &&
    toAsciiDomain(halves.domain) !== undefined
  )
}

/** The address for the SMTP envelope, with its domain in ASCII. An invalid address is returned unchanged. */
export function toEnvelopeAddress(address: string): string {
  const halves = halvesOf(address)
  const domain = halves === null ? undefined : toAsciiDomain(halves.domain)
  return halves === null || domain === undefined ? address : `${halves.local}@${domain}`
}

/** Quotes the local part of an address if needed and removes unneeded quotes. */
export function withNeededQuotes(address: string): string {
  const halves = halvesOf(address)
  if (halves === null || halves.local === '') return address
  const isQuoted = quotedString.test(halves.local)
  const bare = isQuoted ? halves.local.slice(1, -1).replaceAll(/\\(.)/g, '$1') : halves.local
  if (dotAtom.test(bare)) return `${bare}@${halves.domain}`
  return isQuoted ? address : `"${bare.replaceAll(/["\\]/g, String.raw`\$&`)}"@${halves.domain}`
}

/** Key for comparing addresses: lower case, only needed quotes, domain in ASCII. */
export function addressKey(address: string): string {
  return toEnvelopeAddress(withNeededQuotes(address.trim())).toLowerCase()
}
