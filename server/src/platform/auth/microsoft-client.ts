import * as oidc from 'openid-client'
import { Refusal } from '@portal/contract'
import type { PlatformDeps } from '../deps.ts'
import { authTimeState, noteAuthTime } from './auth-time.ts'
import type { Environment } from '#platform/environment/environment.ts'

type Settings = NonNullable<Environment['oidc']>

const discovered = new WeakMap<Settings, Promise<oidc.Configuration>>()
const discoveryTimeoutSeconds = 10

/**
 * The settings of the Microsoft sign-in. Throws 404 if it is not configured, as if its routes did not exist.
 */
export function requireSettings(deps: Pick<PlatformDeps, 'environment'>): Settings {
  if (deps.environment.oidc === null) throw new Refusal('not-found', 'Nothing found at this address.')
  return deps.environment.oidc
}

/**
 * The issuer's metadata, discovered at first use and cached. The server can start while the issuer is
 * unavailable; a failed discovery is retried at the next sign-in. Parsing the environment has already ensured
 * that an http issuer is on loopback.
 */
export async function microsoftClient(
  deps: Pick<PlatformDeps, 'environment' | 'log'>,
): Promise<oidc.Configuration> {
  const settings = requireSettings(deps)
  const issuer = new URL(settings.issuer)
  const options = {
    timeout: discoveryTimeoutSeconds,
    ...(issuer.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
  }
  const known =
    discovered.get(settings) ??
    oidc.discovery(issuer, settings.clientId, settings.clientSecret, undefined, options)
  discovered.set(settings, known)
  try {
    const client = await known
    const { claims_supported: claims } = client.serverMetadata()
    if (authTimeState(settings) === 'unknown' && claims?.includes('auth_time') === false)
      noteAuthTime(deps, 'missing')
    return client
  } catch (error) {
    discovered.delete(settings)
    deps.log.warn({ err: error }, 'Microsoft sign-in: the issuer does not answer')
    throw new Refusal('unavailable', 'Microsoft is not responding. Try again, or sign in with a passkey.')
  }
}

/** The redirect URI for Microsoft. It uses PUBLIC_ORIGIN, never the Host header of a request. */
export function callbackUrl(deps: Pick<PlatformDeps, 'environment'>, search = ''): URL {
  return new URL(`/auth/microsoft/callback${search}`, deps.environment.publicOrigin)
}
