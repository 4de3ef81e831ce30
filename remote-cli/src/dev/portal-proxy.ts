import { createServer, request as requestHttp } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { pathsOverlap } from '@portal/contract'
import type { ProxiedBuild } from './proxied-build.ts'
import { Reloads } from './reloads.ts'

/** Answers a request in place of the portal; null to pass it on. */
export type Answering = (
  request: IncomingMessage,
  path: string,
) => Promise<{ status: number; body?: object } | null>

export interface ProxyOptions {
  /** Sent with every request in place of the browser's own; the browser's when absent. */
  cookie: string | undefined
  answering?: Answering
  /** Changes the document of a page. */
  changeDocument?: (html: string) => string
}

export interface PortalProxy {
  server: Server
  /** Reloads the open pages. */
  reload(): void
}

/** Headers that belong to one connection, or to the address of the portal. */
const dropped = ['connection', 'keep-alive', 'transfer-encoding', 'strict-transport-security']

/**
 * The request as the portal expects it: from its own pages, and not compressed, so that it can be changed.
 */
function headersFor(
  portal: URL,
  headers: IncomingHttpHeaders,
  cookie: string | undefined,
): IncomingHttpHeaders {
  const { origin, referer, ...rest } = headers
  return {
    ...rest,
    host: portal.host,
    'accept-encoding': 'identity',
    ...(origin !== undefined && { origin: portal.origin }),
    ...(referer !== undefined && { referer: `${portal.origin}/` }),
    ...(cookie !== undefined && { cookie }),
  }
}

/** The response for the developer's address: redirects stay there, and https is not demanded. */
function headersFrom(portal: URL, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name)))
  const { location } = headers
  return location?.startsWith(portal.origin) === true
    ? { ...kept, location: location.slice(portal.origin.length) || '/' }
    : kept
}

/**
 * A portal at a local address, with one remote from this machine. Everything else comes from the running
 * portal: shell, other remotes, session and data.
 */
export function createPortalProxy(
  portal: URL,
  build: ProxiedBuild,
  { cookie, answering, changeDocument }: ProxyOptions,
): PortalProxy {
  const reloads = new Reloads()
  const send = portal.protocol === 'https:' ? requestHttps : requestHttp

  function ask(request: IncomingMessage): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = send(
        new URL(request.url ?? '/', portal.origin),
        { method: request.method, headers: headersFor(portal, request.headers, cookie) },
        resolve,
      )
      outgoing.on('error', reject)
      request.on('error', reject)
      request.pipe(outgoing)
    })
  }

  const isOwnPage = (path: string) => build.manifest().routes.some((route) => pathsOverlap(route.path, path))

  /** The changed body of an answer, or null when it is passed on as it is. */
  async function changed(path: string, answer: IncomingMessage): Promise<string | null> {
    if (answer.statusCode === 200 && path === '/federation/registry.json')
      return JSON.stringify(await build.inRegistry(JSON.parse((await buffer(answer)).toString())))
    if (answer.statusCode === 200 && path === '/builds/latest.json')
      return JSON.stringify(await build.inLatest(JSON.parse((await buffer(answer)).toString())))
    if (answer.headers['content-type']?.startsWith('text/html') === true && !path.startsWith('/api/')) {
      const html = reloads.addTo((await buffer(answer)).toString())
      return changeDocument === undefined ? html : changeDocument(html)
    }
    return null
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', portal.origin).pathname
    if (reloads.handle(path, response)) return
    const own = path.startsWith('/remotes/') ? await build.file(path) : null
    if (own !== null) {
      response.writeHead(200, { 'content-type': own.type, 'cache-control': 'no-store' }).end(own.bytes)
      return
    }
    const given = (await answering?.(request, path)) ?? null
    if (given !== null) {
      response.writeHead(given.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(given.body === undefined ? undefined : JSON.stringify(given.body))
      return
    }
    const answer = await ask(request)
    const headers = headersFrom(portal, answer.headers)
    const body = await changed(path, answer)
    if (body === null) {
      response.writeHead(answer.statusCode ?? 502, headers)
      await pipeline(answer, response)
      return
    }
    const { 'content-length': _length, etag: _etag, ...rest } = headers
    // A portal on which the remote is not deployed yet knows none of its pages.
    const status = answer.statusCode === 404 && isOwnPage(path) ? 200 : (answer.statusCode ?? 502)
    response.writeHead(status, { ...rest, 'cache-control': 'no-store' }).end(body)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy()
      const reason = error instanceof Error ? error.message : String(error)
      response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(`${portal.origin} did not answer, or the build is not ready: ${reason}`)
    })
  })
  return { server, reload: () => reloads.send() }
}
