import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The baseline: node:http that writes a request body to a new file and sends that file. It does not hash,
 * validate or rename. It syncs a file to disk before it answers, as an upload must; with `?unsynced` it does
 * not.
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
