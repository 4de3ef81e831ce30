import { getDomain } from 'tldts'

/** The part of an address behind its @, in lower case. */
export const domainOf = (address: string) =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/**
 * The part of a host name somebody has registered, by the Public Suffix List; the host itself where it has
 * none, as an address has.
 */
export function ownerOf(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  return getDomain(name, { allowPrivateDomains: true }) ?? name
}
