import { Refusal, phrase } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import { remotesOff } from './registry.ts'
import type { ModuleViewer } from './registry.ts'

/**
 * True when the address is at or below the prefix: `/api/mail` matches `/api/mail/folders`, not
 * `/api/mailing`.
 */
function liesBelow(url: string, prefix: string): boolean {
  if (!url.startsWith(prefix)) return false
  const next = url.charAt(prefix.length)
  return next === '' || next === '/' || next === '?'
}

/**
 * Name of the module that is off for the viewer's role and therefore closes the call; null when the call is
 * open.
 */
export async function moduleClosing(
  deps: PlatformDeps,
  viewer: ModuleViewer,
  url: string,
): Promise<string | null> {
  const off = await remotesOff(deps, viewer)
  return off.find(({ manifest }) => manifest.apis.some((prefix) => liesBelow(url, prefix)))?.name ?? null
}

async function requireOpen(deps: PlatformDeps, viewer: ModuleViewer, url: string): Promise<void> {
  const closed = await moduleClosing(deps, viewer, url)
  if (closed !== null)
    throw new Refusal('forbidden', phrase('The module {{closed}} is switched off for your role.', { closed }))
}

/**
 * Answers 403 to calls below the `apis` of a module that is off for the viewer's role. The record engine
 * closes the module's collections.
 */
export function addModuleSwitches(app: FastifyInstance, deps: PlatformDeps): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const viewer = sessionUserOf(request)
    // The record engine checks record calls by collection. Sign-in calls belong to no module.
    if (
      viewer === null ||
      !request.url.startsWith('/api/') ||
      request.url.startsWith('/api/crud') ||
      request.url.startsWith('/api/auth/')
    )
      return done()
    requireOpen(deps, viewer, request.url).then(() => done(), done)
  })
}
