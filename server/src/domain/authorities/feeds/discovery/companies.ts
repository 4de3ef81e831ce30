import { orgStatus } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import type { NamedOrganization } from './company-name.ts'

const text = `select pid as org, name from orgs cross join lateral unnest(array[legal_name, alternate_name]) as name
  where deleted_at is null and merged_into is null and status = $1 and trim(name) <> '' order by pid, name`

/** Each name of the active organizations. */
export const listCompanies = ({ database }: DomainDeps): Promise<NamedOrganization[]> =>
  database.slowQuery(text, [orgStatus.ACTIVE], z.object({ org: z.string(), name: z.string() }))
