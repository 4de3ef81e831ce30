import { sql } from 'kysely'
import { currentConfiguration } from '#configuration/configuration.ts'
import type { Deps } from '../../deps.ts'
import { domainOf } from './mail-hints.ts'
import type { Surroundings } from './mail-hints.ts'
import type { StoredMessage } from './mail-provider.ts'

/** What of the portal a message is judged by: the domains of the office and of its staff, and whether its sender bears the name of one of them. */
export async function surroundingsOf(deps: Deps, { from }: StoredMessage): Promise<Omit<Surroundings, 'strangeLinks'>> {
  const { settings } = await currentConfiguration(deps)
  const [name, address] = [from.name.trim().toLowerCase(), from.address.toLowerCase()]
  const { rows } = await sql<{ domain: string; is_name: boolean }>`select lower(split_part(email, '@', 2)) as domain,
      bool_or(${name} <> '' and lower(name) = ${name} and lower(email) <> ${address}) as is_name
    from users where role ilike any (array['superadmin', 'admin', 'team']) and deleted_at is null and email is not null
    group by 1 limit 100`.execute(deps.database.kysely)
  const ownDomains = [...new Set([...settings.emailIds.map(domainOf), ...rows.map(({ domain }) => domain)])].filter((domain) => domain !== '')
  return { ownDomains, isNameOfOurs: rows.some((row) => row.is_name) }
}
