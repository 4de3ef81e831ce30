import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { MalformedCall } from './malformed.ts'

export interface MalformedAnswer {
  /** 0 where the connection was closed without one, which only a raw call may lead to. */
  status: number
  ms: number
}

/** Longer than anything may hang; the answer then is status 0. */
const longestWaitMs = 20_000
/** A raw call that waits for more bytes is given up: the server waits for them, and holds nothing up. */
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

function sendWhole(port: number, call: Exclude<MalformedCall, { raw: Buffer }>): Promise<number> {
  const { method, path, headers, body } = call
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: longestWaitMs, insecureHTTPParser: false }, (answer) => {
      const status = answer.statusCode ?? 0
      // A stream of events never ends: that it has begun is the answer.
      if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
        answer.destroy()
        resolve(status)
        return
      }
      answer.on('error', () => resolve(status))
      answer.on('close', () => resolve(status))
      answer.resume()
    })
    asked.on('timeout', () => {
      asked.destroy()
      resolve(0)
    })
    // A server may answer and close while a body is still being sent.
    asked.on('error', (error) => ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE') ? resolve(-1) : reject(error)))
    asked.end(body ?? undefined)
  })
}

/** Sends a call to a server of this machine. Status -1: the server closed the connection before the whole body was sent. */
export async function sendMalformed(port: number, call: MalformedCall): Promise<MalformedAnswer> {
  const began = performance.now()
  const status = 'raw' in call ? await sendRaw(port, call.raw) : await sendWhole(port, call)
  return { status, ms: performance.now() - began - ('raw' in call && status === 0 ? rawWaitMs : 0) }
}
