import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The origin of a request as stored in sessions and the audit. */
export interface RequestOrigin {
  address: string
  userAgent: string | null
}

/** An address in the forms that proxies send: some add a port, and brackets around IPv6. */
const written = /^\[?(?<address>[0-9a-f:.]+?)\]?(?::\d{1,5})?$/i

function toAddress(text: string): string | null {
  const bare = ipaddr.isValid(text) ? text : (written.exec(text)?.groups?.['address'] ?? '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}

/**
 * The client address of a request. Fastify reads X-Forwarded-For only from TRUSTED_PROXIES. If the forwarded
 * value is not an address, the address of the socket is used. An IPv4-mapped IPv6 address becomes an IPv4
 * address.
 */
export function clientAddress(request: FastifyRequest): string {
  return toAddress(request.ip) ?? toAddress(request.socket.remoteAddress ?? '') ?? ''
}

/** Address and browser of a request. */
export function originOf(request: FastifyRequest): RequestOrigin {
  return { address: clientAddress(request), userAgent: request.headers['user-agent']?.slice(0, 300) ?? null }
}

/** The address that limits count: for IPv6 the /64 network, because a subscriber has a whole /64. */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
