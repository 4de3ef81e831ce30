import { Refusal } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { viewerOf } from '../plugins/session.ts'
import { remotesOff } from './registry.ts'

/** Does the address lie at or below the prefix? `/api/mail` holds `/api/mail/folders`, not `/api/mailing`. */
function liesBelow(url: string, prefix: string): boolean {
  if (!url.startsWith(prefix)) return false
  const next = url.charAt(prefix.length)
  return next === '' || next === '/' || next === '?'
}

/** Where a module is off for the viewer's role, the calls below its `apis` answer 403. Its collections are closed by the record engine. */
export function addModuleSwitches(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request) => {
    const viewer = viewerOf(request)
    // Records are judged by collection, and what everybody needs belongs to no module.
    if (viewer === null || !request.url.startsWith('/api/') || request.url.startsWith('/api/crud') || request.url.startsWith('/api/auth/')) return
    const off = await remotesOff(deps, viewer)
    const closed = off.find(({ manifest }) => manifest.apis.some((prefix) => liesBelow(request.url, prefix)))
    if (closed) throw new Refusal('forbidden', `The module ${closed.name} is switched off for your role.`)
  })
}
