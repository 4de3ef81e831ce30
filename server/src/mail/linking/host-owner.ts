import { getDomain } from 'tldts'

/** The part of an address after its @, in lower case. */
export const domainOf = (address: string) =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/**
 * The registered domain of a host name by the Public Suffix List; the host itself when there is none, as for
 * an IP address.
 */
export function ownerOf(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  return getDomain(name, { allowPrivateDomains: true }) ?? name
}
