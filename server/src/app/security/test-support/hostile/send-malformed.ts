import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { MalformedCall } from './malformed.ts'

export interface MalformedResponse {
  /** 0 if the connection was closed without a response, which is only allowed for a raw call. */
  status: number
  ms: number
  /** Content type and first characters of a complete response. */
  type: string
  text: string
}

type Heard = Omit<MalformedResponse, 'ms'>
const nothing = { type: '', text: '' }
const readCharacters = 20_000

/** Longer than any allowed duration. After it the status is 0. */
const maxWaitMs = 20_000
/** Timeout of a raw call: the server may wait for more bytes, which delays no other call. */
const rawWaitMs = 300

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

function sendRaw(port: number, raw: Buffer): Promise<number> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(raw))
    const end = () => {
      socket.destroy()
      resolve(Number(/^HTTP\/1\.\d (\d{3})/.exec(heard)?.[1] ?? 0))
    }
    socket.setTimeout(rawWaitMs, end)
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (heard.includes('\r\n\r\n')) end()
    })
    socket.on('close', end)
    socket.on('error', end)
  })
}

function sendWhole(port: number, call: Exclude<MalformedCall, { raw: Buffer }>): Promise<Heard> {
  const { method, path, body } = call
  // For methods without a body by default, Node would send the body without its length.
  const headers = body === null ? call.headers : { 'content-length': String(body.length), ...call.headers }
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers,
        agent,
        timeout: maxWaitMs,
        insecureHTTPParser: false,
      },
      (response) => {
        const status = response.statusCode ?? 0
        const type = String(response.headers['content-type'])
        let text = ''
        // An event stream never ends, so its start counts as the response.
        if (type.startsWith('text/event-stream')) {
          response.destroy()
          resolve({ status, type, text })
          return
        }
        response.on('error', () => resolve({ status, type, text }))
        response.on('close', () => resolve({ status, type, text }))
        response.on('data', (bytes: Buffer) => {
          if (text.length < readCharacters) text += bytes.toString()
        })
      },
    )
    asked.on('timeout', () => {
      asked.destroy()
      resolve({ status: 0, ...nothing })
    })
    // A server may respond and close the connection while the body is still being sent.
    asked.on('error', (error) =>
      'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        ? resolve({ status: -1, ...nothing })
        : reject(error),
    )
    asked.end(body ?? undefined)
  })
}

/**
 * Sends a call to a local server. Status -1: the server closed the connection before the whole body was sent.
 */
export async function sendMalformed(port: number, call: MalformedCall): Promise<MalformedResponse> {
  const began = performance.now()
  const heard =
    'raw' in call ? { status: await sendRaw(port, call.raw), ...nothing } : await sendWhole(port, call)
  return { ...heard, ms: performance.now() - began - ('raw' in call && heard.status === 0 ? rawWaitMs : 0) }
}
