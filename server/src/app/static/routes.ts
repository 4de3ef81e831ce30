import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Refusal, isGuardName, isOwnRedirect, overrideCookie, writeOverrideState } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { manifestsInForce, originsInForce } from '#platform/federation/registry.ts'
import { overridesOf } from '#platform/federation/overrides.ts'
import { FreezeWatch } from '#platform/auth/freeze.ts'
import { findRoute, isValidPage } from '#platform/federation/route-checks.ts'
import { isShellPage } from '#platform/federation/shell-pages.ts'
import type { Deps } from '../deps.ts'
import { documentPolicy } from '#platform/http/headers.ts'
import { sendProblem } from '#platform/http/problems.ts'
import { sessionHashesOf } from '#platform/sessions/session-cookie.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'

const year = { immutable: true, maxAge: '365d', cacheControl: true } as const
/** A file name with a hash of its content, such as `main.3fa94c21.js`. */
const hashedName = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/i

/**
 * The path as sent. It is not normalized: a path that a browser would resolve to another page is not a page.
 */
function pathOf({ url }: FastifyRequest): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/** A last segment with a dot is a file. A missing asset is 404 and never gets the document. */
function namesFile(pathname: string): boolean {
  return pathname.slice(pathname.lastIndexOf('/')).includes('.')
}

function wantsPage(request: FastifyRequest, pathname: string): boolean {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  return (
    isReading &&
    !['/api/', '/remotes/', '/federation/', '/builds/', '/assets/'].some((prefix) =>
      `${pathname}/`.startsWith(prefix),
    ) &&
    !namesFile(pathname)
  )
}

interface PageContext {
  deps: Deps
  freeze: FreezeWatch
}

/** Pages that show a freeze of sign-ins. Only these query the database for it. */
const signInPages = new Set(['/', '/login', '/sign-up', '/auth/webauthn/login'])

/**
 * Whether the page shows a freeze of sign-ins. False if the database does not respond, because the page must
 * still open.
 */
async function tellsOfFreeze(deps: Deps, request: FastifyRequest, freeze: FreezeWatch): Promise<boolean> {
  if (!signInPages.has(pathOf(request))) return false
  try {
    return await freeze.isOn()
  } catch (error) {
    deps.log.warn({ err: error }, 'a page could not say whether sign-ins are frozen')
    return false
  }
}

/**
 * The other origins that serve remotes. None if the database does not respond, because the page must still
 * open; it then loads no code of remotes either.
 */
async function originsFor(deps: Deps): Promise<string[]> {
  try {
    return await originsInForce(deps)
  } catch (error) {
    deps.log.warn({ err: error }, 'a page was sent without the origins of remotes')
    return []
  }
}

/**
 * What the page knows about its session before it asks: a browser without a session asks nothing and gets no
 * refusal. Whether a session is still valid is not checked here, so that pages open without the database.
 */
function sessionHintOf(request: FastifyRequest, isGuarded: boolean): 'present' | 'absent' | 'required' {
  if ((sessionHashesOf(request) ?? []).length > 0) return 'present'
  return isGuarded ? 'required' : 'absent'
}

/**
 * Sends the document with the style nonce of this request. Meta tags tell the page whether demo accounts and
 * Microsoft sign-in exist, whether sign-ins are frozen, whether the browser sent a session, and which remotes
 * come from the viewer's own machine. With a session the browser also preloads the portal's code.
 */
async function sendDocument(
  { deps, freeze }: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, isGuarded = false }: { status: number; isGuarded?: boolean },
): Promise<FastifyReply> {
  const nonce = deps.ids.token(16)
  const template = await readFile(join(deps.environment.buildsDir, 'shell/dist/index.html'), 'utf8')
  const isFrozen = await tellsOfFreeze(deps, request, freeze)
  const overrides = overridesOf(deps, sessionUserOf(request), request.cookies[overrideCookie])
  const hint = sessionHintOf(request, isGuarded)
  const html = template
    .replaceAll('__STYLE_NONCE__', nonce)
    .replaceAll('__OVERRIDES__', writeOverrideState(overrides))
    .replaceAll('__DEMO__', deps.environment.demo ? '1' : '0')
    .replaceAll('__MICROSOFT__', deps.environment.oidc === null ? '0' : '1')
    .replaceAll('__FROZEN__', isFrozen ? '1' : '0')
    .replaceAll('__SESSION__', hint)
    .replaceAll('__PORTAL_FILE__', hint === 'present' ? 'preload' : 'portal-file')
  return reply
    .code(status)
    .header(
      'content-security-policy',
      documentPolicy(
        nonce,
        deps.environment,
        [...new Set(overrides.overrides.map(({ origin }) => origin))],
        await originsFor(deps),
      ),
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}

/**
 * Responds to a page address: 200 for known pages, 404 for all others (the shell shows its own 404 page).
 * Follows the `redirect` of a route.
 */
async function respondWithPage(
  room: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = room
  const pathname = pathOf(request)
  if (isShellPage(pathname)) return sendDocument(room, request, reply, { status: 200 })
  const manifests = await manifestsInForce(deps)
  const route = findRoute(manifests, pathname)?.route
  const redirect = route?.redirect
  if (redirect !== undefined && isOwnRedirect(redirect)) return reply.redirect(redirect, 302)
  if (redirect !== undefined)
    deps.log.warn(`The page ${pathname} redirects to another host, which is ignored: ${redirect}`)
  const isGuarded = route !== undefined && isGuardName(route.guard) && route.guard !== 'none'
  const status = isValidPage(manifests, pathname) ? 200 : 404
  return sendDocument(room, request, reply, { status, isGuarded })
}

/**
 * Routes for pages, the files of the shell and all remaining addresses. Files are sent as they were
 * compressed at build time.
 */
export function staticRoutes(deps: Deps) {
  const room = { deps, freeze: new FreezeWatch(deps) }
  return async (app: FastifyInstance): Promise<void> => {
    const shellFolder = join(deps.environment.buildsDir, 'shell/dist')

    app.route({
      method: 'GET',
      url: '/*',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const pathname = pathOf(request)
        if (wantsPage(request, pathname)) return respondWithPage(room, request, reply)
        if (pathname.endsWith('/index.html') || pathname.startsWith('/api')) return reply.callNotFound()
        return reply.sendFile(
          pathname.slice(1),
          shellFolder,
          hashedName.test(pathname) ? year : { maxAge: 0, cacheControl: true },
        )
      },
    })
  }
}

/** Registers the plugin that provides `sendFile`. */
export async function addStaticFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'deny',
    etag: true,
  })
}

/**
 * Unknown addresses get problem+json: 401 for anonymous callers below /api, as for all routes there, else
 * 404.
 */
export function addNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const isStranger = sessionUserOf(request) === null && request.url.startsWith('/api/')
    const refusal = isStranger
      ? new Refusal('unauthenticated', 'Sign in to continue.')
      : new Refusal('not-found', 'Nothing found at this address.')
    return sendProblem(request, reply, refusal)
  })
}
