/** Characters of an unquoted local part (RFC 5322 3.2.3), letters of any script among them (RFC 6531 3.3). */
const atom = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`
const dotAtom = new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u')
const quotedString = /^"(?:[^"\\\p{Cc}]|\\[\x20-\x7e])*"$/u
const longestLocalPart = 64
const longestAddress = 254
/** A domain as DNS knows it: at least two labels, the last of which is no number. */
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const notInDomain = /[\s/?#:@[\]\\%<>|^"(),;]/

/** The two halves of an address at its last `@`; null where it has none. */
function halvesOf(address: string): { local: string; domain: string } | null {
  const at = address.lastIndexOf('@')
  return at === -1 ? null : { local: address.slice(0, at), domain: address.slice(at + 1) }
}

/** A domain in the letters of DNS (RFC 5891), lower case; undefined for what is none. */
function toAsciiDomain(domain: string): string | undefined {
  if (domain === '' || notInDomain.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const { hostname } = new URL(`http://${domain}`)
  return asciiDomain.test(hostname) ? hostname : undefined
}

/** Can mail be sent there, by the form of the address? Source: RFC 5321 4.1.2, RFC 6531 3.3. Linear. */
export function isMailAddress(text: string): boolean {
  const halves = text.length > longestAddress ? null : halvesOf(text)
  if (halves === null || halves.local.length > longestLocalPart) return false
  return (
    (dotAtom.test(halves.local) || quotedString.test(halves.local)) &&
    toAsciiDomain(halves.domain) !== undefined
  )
}

/**
 * The address as the envelope of SMTP has it: its domain in the letters of DNS. What is no address stays as
 * it is.
 */
export function toEnvelopeAddress(address: string): string {
  const halves = halvesOf(address)
  const domain = halves === null ? undefined : toAsciiDomain(halves.domain)
  return halves === null || domain === undefined ? address : `${halves.local}@${domain}`
}

/**
 * The address with its local part in quotes where it cannot stand without them, and without quotes it does
 * not need.
 */
export function withNeededQuotes(address: string): string {
  const halves = halvesOf(address)
  if (halves === null || halves.local === '') return address
  const isQuoted = quotedString.test(halves.local)
  const bare = isQuoted ? halves.local.slice(1, -1).replaceAll(/\\(.)/g, '$1') : halves.local
  if (dotAtom.test(bare)) return `${bare}@${halves.domain}`
  return isQuoted ? address : `"${bare.replaceAll(/["\\]/g, String.raw`\$&`)}"@${halves.domain}`
}

/**
 * What two ways to write one address have in common: lower case, needed quotes alone, and the letters of DNS.
 */
export function addressKey(address: string): string {
  return toEnvelopeAddress(withNeededQuotes(address.trim())).toLowerCase()
}
