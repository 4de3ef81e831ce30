import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Global unicast IPv6 addresses; all others are reserved. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
/** A documentation block within them that the library does not know (RFC 9637). */
const documentation = ipaddr.parseCIDR('3fff::/20')

/**
 * Whether the portal may call this address: only public addresses that do not embed another address. Source:
 * checklist item 84.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed.match(globalUnicast) && !parsed.match(documentation))
}

/** The host of a URL without the brackets of an IPv6 address and the dot that ends a full name. */
export const plainHost = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, '')
