import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'

export interface ListeningClamd {
  /** In the format of `CLAMD_URL`. */
  address: string
  /** The version line it reports; a test may change it. */
  signatures: string
  close(): Promise<void>
}

/**
 * A fake ClamAV daemon. It answers VERSION and PING with a line. For INSTREAM it reads length-prefixed parts
 * until one of length 0, then answers with a line.
 */
export async function listenAsClamd(judge: (bytes: Buffer) => string): Promise<ListeningClamd> {
  const result = async (socket: Socket) => {
    let all = Buffer.alloc(0)
    for await (const part of socket) {
      all = Buffer.concat([all, Buffer.from(part)])
      const word = all.subarray(0, all.indexOf(0)).toString()
      if (word === 'zVERSION')
        return void socket.end(`ClamAV 1.4.3/${listening.signatures}/Sat Nov 21 09:00:00 2026\0`)
      if (word === 'zPING') return void socket.end('PONG\0')
      let [at, body] = ['zINSTREAM\0'.length, Buffer.alloc(0)]
      while (all.byteLength >= at + 4) {
        const length = all.readUInt32BE(at)
        if (length === 0) return void socket.end(`${judge(body)}\0`)
        if (all.byteLength < at + 4 + length) break
        body = Buffer.concat([body, all.subarray(at + 4, at + 4 + length)])
        at += 4 + length
      }
    }
  }
  const server = createServer((socket) => void result(socket).catch(() => socket.destroy())).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test listens on no port.')
  const listening: ListeningClamd = {
    address: `tcp://127.0.0.1:${address.port}`,
    signatures: '27800',
    async close() {
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
  return listening
}
