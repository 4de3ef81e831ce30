import { createServer, request } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createReadStream, existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Monolith } from './build-monolith.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

function sendFile(file: string, response: ServerResponse): void {
  const isCompressed = existsSync(`${file}.br`)
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    ...(isCompressed && { 'content-encoding': 'br' }),
  })
  createReadStream(isCompressed ? `${file}.br` : file).pipe(response)
}

/**
 * The portal's document with the monolith's scripts and styles in place of the shell's, and without links to
 * its files.
 */
function rewritten(html: string, { assets }: Monolith): string {
  const tags = assets.map((asset) =>
    asset.endsWith('.css')
      ? `<link rel="stylesheet" href="${asset}">`
      : `<script defer src="${asset}"></script>`,
  )
  const bare = html
    .replaceAll(/<script[^>]*><\/script>/g, '')
    .replaceAll(/<link[^>]*(rel="?stylesheet|as="?script)"?[^>]*>/g, '')
  return bare.replace('</head>', `${tags.join('')}</head>`)
}

function passOn(portal: URL, monolith: Monolith, incoming: IncomingMessage, response: ServerResponse): void {
  const headers = {
    ...incoming.headers,
    host: portal.host,
    ...(incoming.headers.origin && { origin: portal.origin }),
  }
  const outgoing = request(
    { host: '127.0.0.1', port: portal.port, path: incoming.url, method: incoming.method, headers },
    (result) => {
      if (!result.headers['content-type']?.startsWith('text/html')) {
        response.writeHead(result.statusCode ?? 502, result.headers)
        result.pipe(response)
        return
      }
      const parts: Buffer[] = []
      result.on('data', (part: Buffer) => parts.push(part))
      result.on('end', () => {
        const { 'content-length': _length, ...rest } = result.headers
        response.writeHead(result.statusCode ?? 502, rest)
        response.end(rewritten(Buffer.concat(parts).toString('utf8'), monolith))
      })
    },
  )
  outgoing.on('error', (error) => response.writeHead(502).end(String(error)))
  incoming.pipe(outgoing)
}

/**
 * Serves the compressed files of the monolith and proxies every other request to the portal. Listens on
 * loopback only.
 */
export async function serveMonolith(
  monolith: Monolith,
  portal: URL,
): Promise<{ origin: string; close: () => void }> {
  const server: Server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', portal)
    const file = join(monolith.folder, pathname)
    if (pathname !== '/' && file.startsWith(monolith.folder) && existsSync(file)) sendFile(file, response)
    else passOn(portal, monolith, incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The monolith is not served on a port')
  return {
    origin: `http://localhost:${address.port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}
