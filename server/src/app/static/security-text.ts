import type { FastifyInstance } from 'fastify'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import type { Deps } from '../deps.ts'

export const securityTextPath = '/.well-known/security.txt'
/**
 * The file is generated for each request, so it never expires on a running portal. A copy expires after this
 * time.
 */
const validForMs = 90 * 24 * 60 * 60_000

/** A contact as a URI, as RFC 9116 requires. */
const toContact = (address: string) =>
  address.includes('@') && !address.includes(':') ? `mailto:${address}` : address

/**
 * Where to report a vulnerability (RFC 9116): SECURITY_CONTACT, else the office's main address, else the
 * portal, whose sign-in page shows how to contact the office.
 */
export async function securityText(deps: Deps): Promise<string> {
  const { publicOrigin, securityContacts } = deps.environment
  const [office = publicOrigin] = await officeAddresses(deps)
  const contacts = securityContacts.length > 0 ? securityContacts : [office]
  const expires = new Date(deps.clock.now().getTime() + validForMs)
  expires.setUTCHours(0, 0, 0, 0)
  const lines = [
    ...contacts.map((contact) => `Contact: ${toContact(contact)}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, es',
    `Canonical: ${publicOrigin}${securityTextPath}`,
  ]
  return `${lines.join('\n')}\n`
}

/** `GET /.well-known/security.txt`. Source: contract.md 11.2. */
export function securityTextRoute(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: securityTextPath,
      config: { access: 'public' },
      handler: async (_request, reply) =>
        reply
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'public, max-age=3600')
          .send(await securityText(deps)),
    })
  }
}
