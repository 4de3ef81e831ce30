import * as oidc from 'openid-client'
import { Refusal, invalid, safeReturnTo } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf, limits, takeAttempt } from '#platform/auth/attempts.ts'
import { bindBrowser, ceremonyLifetimeMs } from '#platform/auth/ceremony-cookie.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { requirePerson } from '../require-person.ts'
import { mailScopes } from '#platform/auth/microsoft-grants.ts'
import { callbackUrl, microsoftClient, requireSettings } from '#platform/auth/microsoft-client.ts'
import { insertFlow } from './microsoft.queries.ts'

const StartQuery = z.object({
  returnTo: z.string().max(2_000).optional(),
  purpose: z.enum(['sign-in', 'link', 'step-up']).default('sign-in'),
})
type Purpose = z.infer<typeof StartQuery>['purpose']

/**
 * What the sign-in is bound to: the cookie of an anonymous browser, or the session that links an account or
 * does a step-up. Only pages of the portal can start the latter.
 */
function bind(deps: DomainDeps, request: FastifyRequest, reply: FastifyReply, purpose: Purpose): string {
  if (purpose === 'sign-in') return bindBrowser(deps, request, reply)
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refusal('forbidden', 'Start this in the portal.')
  const viewer = purpose === 'link' ? sessionOf(request) : requirePerson(request)
  if (viewer.isRequest)
    throw invalid(
      'query.purpose',
      'out-of-range',
      'query.purpose: an access request has no account to link yet',
    )
  if (purpose === 'link' && viewer.stage === 'full') requireRecentAuth(deps, viewer)
  return viewer.sessionHash
}

/**
 * Handler of `GET /api/auth/microsoft/start`: redirects to Microsoft with code flow, PKCE, state and nonce.
 * All of them are stored on the server and none in the browser.
 */
export async function beginMicrosoft(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireSettings(deps)
  const { returnTo, purpose } = parse(StartQuery, request.query, 'query')
  await takeAttempt(deps, reply, limits.ceremonies, addressOf(request))
  const boundTo = bind(deps, request, reply, purpose)
  const client = await microsoftClient(deps)
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const now = deps.clock.now()
  const flow = {
    state_hash: hashToken(state),
    bound_to: boundTo,
    purpose,
    nonce,
    verifier,
    return_to: safeReturnTo(returnTo ?? null, deps.environment.publicOrigin),
    expires_at: new Date(now.getTime() + 2 * ceremonyLifetimeMs),
  }
  await insertFlow(deps.database.kysely, flow, now)
  const target = oidc.buildAuthorizationUrl(client, {
    redirect_uri: callbackUrl(deps).href,
    response_type: 'code',
    scope: `openid profile email${mailScopes(deps)}`,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(purpose === 'step-up' && { prompt: 'login', max_age: '0' }),
  })
  return reply.redirect(target.href, 302)
}
