import type { Deps } from '../deps.ts'
import type { Environment } from '#environment/environment.ts'

type Settings = NonNullable<Environment['oidc']>

/** Does the tenant say when its people proved themselves? `unknown` until somebody has signed in. */
export type AuthTimeState = 'unknown' | 'sent' | 'missing'

const states = new WeakMap<Settings, AuthTimeState>()

/** What is known of the claim `auth_time` at this issuer. */
export function authTimeState(settings: Settings): AuthTimeState {
  return states.get(settings) ?? 'unknown'
}

/**
 * Notes what the issuer's own description or an ID token says of `auth_time`, and warns once where it is
 * missing: without it no sign-in at Microsoft proves who somebody is. Source: decision 0041.
 */
export function noteAuthTime(
  { environment, log }: Pick<Deps, 'environment' | 'log'>,
  state: 'sent' | 'missing',
): void {
  if (environment.oidc === null || authTimeState(environment.oidc) === state) return
  states.set(environment.oidc, state)
  if (state === 'sent') return
  log.warn(
    'Microsoft sign-in: ID tokens do not carry auth_time, so no sign-in there counts as a proof. Add the optional claim auth_time to the ID token of the app registration.',
  )
}
