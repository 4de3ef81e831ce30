import type { PlatformDeps } from '../deps.ts'
import type { Environment } from '#platform/environment/environment.ts'

type Settings = NonNullable<Environment['oidc']>

/** Whether the tenant sends the time of authentication; `unknown` until the first sign-in. */
export type AuthTimeState = 'unknown' | 'sent' | 'missing'

const states = new WeakMap<Settings, AuthTimeState>()

/** The state of the `auth_time` claim at this issuer. */
export function authTimeState(settings: Settings): AuthTimeState {
  return states.get(settings) ?? 'unknown'
}

/**
 * Stores whether the issuer's metadata or an ID token includes `auth_time`, and logs a warning once if it is
 * missing. Without the claim a Microsoft sign-in is no recent authentication. Source: decision 0041.
 */
export function noteAuthTime(
  { environment, log }: Pick<PlatformDeps, 'environment' | 'log'>,
  state: 'sent' | 'missing',
): void {
  if (environment.oidc === null || authTimeState(environment.oidc) === state) return
  states.set(environment.oidc, state)
  if (state === 'sent') return
  log.warn(
    'Microsoft sign-in: ID tokens do not carry auth_time, so no sign-in there counts as a proof. Add the optional claim auth_time to the ID token of the app registration.',
  )
}
