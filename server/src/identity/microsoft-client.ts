import * as oidc from 'openid-client'
import { Refusal } from '@portal/contract'
import type { Deps } from '../deps.ts'
import { authTimeState, noteAuthTime } from './auth-time.ts'
import type { Environment } from '#environment/environment.ts'

type Settings = NonNullable<Environment['oidc']>

const discovered = new WeakMap<Settings, Promise<oidc.Configuration>>()
const discoveryTimeoutSeconds = 10

/**
 * The settings, where Microsoft sign-in is configured; without them its routes answer as if they did not
 * exist.
 */
export function requireSettings(deps: Pick<Deps, 'environment'>): Settings {
  if (deps.environment.oidc === null) throw new Refusal('not-found', 'Nothing found at this address.')
  return deps.environment.oidc
}

/**
 * What the issuer says of itself, asked for at the first sign-in and kept: the server starts without it, and
 * a failure is tried again by the next sign-in. An http issuer is accepted on this machine alone, which the
 * environment has judged.
 */
export async function microsoftClient(deps: Pick<Deps, 'environment' | 'log'>): Promise<oidc.Configuration> {
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

/** The address Microsoft sends people back to: from PUBLIC_ORIGIN, whatever a request says of its host. */
export function callbackUrl(deps: Pick<Deps, 'environment'>, search = ''): URL {
  return new URL(`/auth/microsoft/callback${search}`, deps.environment.publicOrigin)
}
