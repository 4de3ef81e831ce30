import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The limit: node:http writing what it gets to a new file and sending that file, with no other duty: nothing
 * is hashed, judged or named. A file is synced to the disk before the answer, as an upload must be; with
 * `?unsynced` it is left to the system.
 */
const [folder = ''] = process.argv.slice(2)
const server = createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '/file', 'http://localhost')
  const path = join(folder, basename(pathname))
  const receive = () => pipeline(request, createWriteStream(path, { flush: search !== '?unsynced' }))
  const work = request.method === 'PUT' ? receive() : pipeline(createReadStream(path), response)
  work.then(
    () => request.method === 'PUT' && response.end(),
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' && address !== null ? address.port : 0 }))
})
