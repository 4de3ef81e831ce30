import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The limit: node:http writing what it gets to a new file and sending that file, with no duty besides; nothing is hashed, synced or judged. */
const [folder = ''] = process.argv.slice(2)
const server = createServer((request, response) => {
  const path = join(folder, basename(request.url ?? 'file'))
  const work = request.method === 'PUT' ? pipeline(request, createWriteStream(path)) : pipeline(createReadStream(path), response)
  work.then(
    () => request.method === 'PUT' && response.end(),
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' && address !== null ? address.port : 0 }))
})
