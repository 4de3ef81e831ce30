import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Where a request came from, as sessions and audit keep it. */
export interface RequestOrigin {
  address: string
  userAgent: string | null
}

/** An address as proxies write it: some add a port, and brackets around IPv6. */
const written = /^\[?(?<address>[0-9a-f:.]+?)\]?(?::\d{1,5})?$/i

function toAddress(text: string): string | null {
  const bare = ipaddr.isValid(text) ? text : (written.exec(text)?.groups?.['address'] ?? '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}

/**
 * Address of whoever sent the request. Fastify reads X-Forwarded-For from TRUSTED_PROXIES alone; where what
 * they forward is no address, it is that of the socket. An IPv4 address written as IPv6 is the IPv4 address.
 */
export function clientAddress(request: FastifyRequest): string {
  return toAddress(request.ip) ?? toAddress(request.socket.remoteAddress ?? '') ?? ''
}

/** Address and browser of a request. */
export function originOf(request: FastifyRequest): RequestOrigin {
  return { address: clientAddress(request), userAgent: request.headers['user-agent']?.slice(0, 300) ?? null }
}

/** The address as limits count it: an IPv6 subscriber has a whole /64. */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
