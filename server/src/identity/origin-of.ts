import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a request came from, as sessions and audit keep it. */
export interface RequestOrigin {
  address: string
  userAgent: string | null
}

/** Address of the socket and the browser's name; forwarded headers are not read, since anybody can write them. */
export function originOf(request: FastifyRequest): RequestOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null }
}

/** The address as limits count it: an IPv6 subscriber has a whole /64, an IPv4 address written as IPv6 is the IPv4 address. */
export function countedAddress(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const whole = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${whole.slice(0, 4).join(':')}::/64`
}
