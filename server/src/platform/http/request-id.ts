import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Environment } from '#platform/environment/environment.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that a trusted proxy or an exported span belongs to; null outside a trace. */
    traceId: string | null
  }
}

export type Trusts = (message: IncomingMessage) => boolean

/** Whether a message comes from a proxy of TRUSTED_PROXIES, by the address of its socket. */
export function trustedBy({ trustedProxies }: Pick<Environment, 'trustedProxies'>): Trusts {
  const blocks = trustedProxies.map((proxy) => {
    if (ipaddr.isValidCIDR(proxy)) return ipaddr.parseCIDR(proxy)
    const address = ipaddr.process(proxy)
    return [address, address.kind() === 'ipv4' ? 32 : 128] satisfies ReturnType<typeof ipaddr.parseCIDR>
  })
  if (blocks.length === 0) return () => false
  return ({ socket }) => {
    const text = socket.remoteAddress ?? ''
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return blocks.some(([block, bits]) => address.kind() === block.kind() && address.match(block, bits))
  }
}

const idShape = /^[A-Za-z0-9][A-Za-z0-9._:=+/@-]{7,127}$/

/** Makes the ids of requests: the X-Request-Id of a trusted proxy, else a random one. */
export function requestIds(trusts: Trusts): (message: IncomingMessage) => string {
  return (message) => {
    const sent = message.headers['x-request-id']
    return typeof sent === 'string' && idShape.test(sent) && trusts(message) ? sent : randomUUID()
  }
}

/** A caller's span, from the header `traceparent`. */
export interface TraceParent {
  traceId: string
  spanId: string
  isSampled: boolean
}

const traceShape = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The `traceparent` of a trusted proxy (W3C Trace Context, version 00); null without one. */
export function traceParentOf(message: IncomingMessage, trusts: Trusts): TraceParent | null {
  const sent = message.headers.traceparent
  if (typeof sent !== 'string' || !trusts(message)) return null
  const [, traceId = '', spanId = '', flags = ''] = traceShape.exec(sent) ?? []
  return traceId === '' ? null : { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Sets `traceId` of each request. */
export function addTraceIds(app: FastifyInstance, trusts: Trusts): void {
  app.decorateRequest('traceId', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.traceId = traceParentOf(request.raw, trusts)?.traceId ?? null
    done()
  })
}
