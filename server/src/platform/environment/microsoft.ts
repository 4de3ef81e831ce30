import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { StartRefusal } from './start-refusal.ts'
import { requiredTogether, httpUrl, text, toList } from './variable-types.ts'

/** Sign-in with Microsoft (OpenID Connect). */
export const microsoftVariables = {
  OIDC_ISSUER: httpUrl.optional().meta({
    description: 'issuer of Microsoft sign-in; needs the next two',
    absent: 'none: no Microsoft sign-in',
  }),
  OIDC_CLIENT_ID: text.optional().meta({ description: 'id of the application there' }),
  OIDC_CLIENT_SECRET: text.optional().meta({ description: 'secret of the application there' }),
  OIDC_TENANTS: z.string().optional().meta({
    description: 'comma list of tenants that may sign in; required when the issuer serves every organization',
  }),
}
const Microsoft = z.object(microsoftVariables)

export interface MicrosoftEnvironment {
  oidc: { issuer: string; clientId: string; clientSecret: string; tenants: readonly string[] } | null
}

/**
 * An issuer shared by all Microsoft tenants requires a list of allowed tenants. An issuer on another machine
 * must use https, because keys and codes are sent to it.
 */
function checkIssuer(issuer: URL, tenants: readonly string[]): void {
  if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname))
    throw new StartRefusal('OIDC_ISSUER must begin with https://.')
  const isShared = /^\/(common|organizations|consumers)(\/|$)/.test(issuer.pathname)
  if (isShared && tenants.length === 0)
    throw new StartRefusal(
      'OIDC_TENANTS is missing: this issuer signs in people of every organization, so name those that may come.',
    )
}

export function toMicrosoftEnvironment(variables: z.infer<typeof Microsoft>): MicrosoftEnvironment {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = variables
  const given = requiredTogether({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET })
  if (given === null) return { oidc: null }
  const tenants = toList(variables.OIDC_TENANTS)
  checkIssuer(new URL(given.OIDC_ISSUER), tenants)
  return {
    oidc: {
      issuer: given.OIDC_ISSUER,
      clientId: given.OIDC_CLIENT_ID,
      clientSecret: given.OIDC_CLIENT_SECRET,
      tenants,
    },
  }
}
