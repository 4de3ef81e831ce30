import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Refusal, phrase } from '@portal/contract'
import type { Scanner, ScanVerdict } from '#domain/scanning/scanner.ts'

/** A scan that takes longer than the time limit of an upload counts as failed. */
const respondWithinMs = 15 * 60_000
/** Small parts, so that an early answer of the daemon is read before it closes the connection. */
const partBytes = 65_536
/** Answer of clamd to a file larger than its StreamMaxLength. */
const tooLarge = 'INSTREAM size limit exceeded. ERROR'

function unavailable(why: string): Refusal {
  return new Refusal(
    'unavailable',
    phrase('The virus scanner is not available ({{why}}). Try again later.', { why }),
  )
}

function open(url: URL): Socket {
  return url.protocol === 'unix:'
    ? connect(url.pathname)
    : connect(Number(url.port || '3310'), url.hostname.replaceAll(/[[\]]/g, ''))
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.byteLength)
  return length
}

async function* partsOf(bytes: Readable): AsyncIterable<Buffer> {
  for await (const part of bytes) {
    const chunk = Buffer.isBuffer(part) ? part : Buffer.from(part)
    for (let at = 0; at < chunk.byteLength; at += partBytes) yield chunk.subarray(at, at + partBytes)
  }
}

/** Parses the answer line of clamd: `stream: OK`, `stream: <name> FOUND`, or an error. */
function verdictOf(line: string): ScanVerdict {
  if (line === 'stream: OK') return { isClean: true }
  if (line === tooLarge)
    throw new Refusal('too-large', 'File not saved: it is too large for the virus scanner.')
  const [, finding] = /^stream: (.+) FOUND$/.exec(line) ?? []
  if (finding === undefined) throw unavailable(line.slice(0, 100) || 'no answer')
  return { isClean: false, finding }
}

const maxAttempts = 3
/**
 * Signatures change a few times a day, so the version is cached for a minute. VERSION and PING have a short
 * timeout.
 */
const signaturesKnownForMs = 60_000
const shortRespondWithinMs = 3_000

/**
 * The answer of the daemon, or '' when it closed the connection before an answer arrived. For a file above
 * its limit, the daemon answers early and closes the connection. A part sent at that moment can break the
 * connection before the answer is read.
 */
async function ask(url: URL, bytes: Readable): Promise<{ line: string; error: Error | null }> {
  const socket = open(url)
  socket.setTimeout(respondWithinMs, () => socket.destroy(new Error('it does not answer')))
  let line = ''
  let error: Error | null = null
  socket.on('data', (part: Buffer) => (line += part.toString()))
  const ended = once(socket, 'close')
  ended.catch(() => undefined)
  try {
    await once(socket, 'connect')
    socket.write('zINSTREAM\0')
    for await (const part of partsOf(bytes)) {
      if (line !== '' || socket.destroyed) break
      socket.write(lengthOf(part))
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), ended])
      // Lets the event loop read an early answer.
      await setImmediate()
    }
    if (!socket.destroyed) socket.write(lengthOf(Buffer.alloc(0)))
    await ended
  } catch (caught) {
    error = caught instanceof Error ? caught : new Error(String(caught))
  } finally {
    socket.destroy()
    bytes.destroy()
  }
  return { line, error }
}

/** The daemon's answer to a one-word command. */
async function command(url: URL, word: 'VERSION' | 'PING'): Promise<string> {
  const socket = open(url)
  socket.setTimeout(shortRespondWithinMs, () => socket.destroy(new Error('it does not answer')))
  let line = ''
  socket.on('data', (part: Buffer) => (line += part.toString()))
  try {
    const closed = once(socket, 'close')
    socket.write(`z${word}\0`)
    await closed
    return line.replaceAll('\0', '').trim()
  } finally {
    socket.destroy()
  }
}

function isHungUp(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

/**
 * Client of the ClamAV daemon at `tcp://host:port` or `unix:/path`. It uses the INSTREAM command: each part
 * is preceded by its length.
 */
export function createClamdScanner(address: string): Scanner {
  const url = new URL(address)
  let known: { signatures: string | null; at: number } | undefined
  return {
    kind: 'clamd',
    async signatures() {
      if (known !== undefined && Date.now() - known.at < signaturesKnownForMs) return known.signatures
      const line = await command(url, 'VERSION').catch(() => '')
      // `ClamAV 1.4.3/27800/Sat Nov 21 09:00:00 2026`: keeps version and signatures, drops the date.
      const [, signatures = null] = /^(ClamAV [^/]+(?:\/\d+)?)/.exec(line) ?? []
      known = { signatures, at: Date.now() }
      return signatures
    },
    async ping() {
      const result = await command(url, 'PING').catch((error: unknown) => {
        throw unavailable(error instanceof Error ? error.message : String(error))
      })
      if (result !== 'PONG') throw unavailable(result.slice(0, 100) || 'no answer')
    },
    async scan(bytes) {
      for (let attempt = 1; ; attempt += 1) {
        const { line, error } = await ask(url, await bytes())
        if (line !== '' || error === null) return verdictOf(line.replaceAll('\0', '').trim())
        if (attempt === maxAttempts || !isHungUp(error)) throw unavailable(error.message)
      }
    },
  }
}
