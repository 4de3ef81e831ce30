import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal, problemTypes } from '@portal/contract'
import type { ProblemType } from '@portal/contract'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refusalFrom, sendProblem } from './problems.ts'

interface RawProblem {
  status: number
  type: ProblemType
  detail: string
}

/**
 * A complete HTTP/1.1 response with a problem as its body, for a connection on which no request could be
 * parsed.
 */
export function rawProblem({ status, type, detail }: RawProblem): string {
  const body = JSON.stringify({ type, title: problemTypes[type].title, status, detail, instance: '' })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

export const tooSlow = rawProblem({
  status: 408,
  type: 'validation-failed',
  detail: 'The request did not arrive in time. Send it again.',
})
const headTooLarge = rawProblem({
  status: 431,
  type: 'too-large',
  detail: 'The headers of the request are too large. Delete the cookies of this address and try again.',
})
const unreadable = rawProblem({
  status: 400,
  type: 'validation-failed',
  detail: 'The request is not valid HTTP.',
})

function responseTo({ code }: ConnectionError): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow
  return code === 'HPE_HEADER_OVERFLOW' ? headTooLarge : unreadable
}

/** Responds to bytes that are not a valid request, in the same format as every other error. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.end(responseTo(error))
  else socket.destroy()
}

/** Responds to a URL that the router cannot parse. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  const refusal = isTooLong ? null : refusalFrom(error)
  sendProblem(request, reply, refusal ?? new Refusal('not-found', 'Nothing found at this address.'))
}
