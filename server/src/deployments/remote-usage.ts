import { roles, toRole } from '@portal/contract'
import type { RemoteUsage } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { callersOf } from './callers.ts'
import { requireDeployed } from './remote-health.ts'

const FiguresRow = z.object({
  versions: z.number(),
  tokens: z.number(),
  mounts: z.number(),
  last_at: z.date().nullable(),
})

const figuresText = `select (select count(*)::int from remote_versions where name = $1 and swept_at is null) as versions,
    (select count(*)::int from deploy_tokens where remote = $1 and revoked_at is null and expires_at > $2) as tokens,
    coalesce(sum(loads + failures), 0)::int as mounts, max(last_at) as last_at
  from remote_loads where name = $1 and day > $2::date - 30`

const peopleText = `select role, count(*)::int as count from users
  where deleted_at is null and status = 'ACTIVE' group by role`

const PeopleRow = z.object({ role: z.string().nullable(), count: z.number() })

/** What a deployed remote has, and who uses it. Throws 404 if it is not deployed. */
export async function remoteUsage(deps: DomainDeps, name: string): Promise<RemoteUsage> {
  const { deployed, remote } = await requireDeployed(deps, name)
  const { manifest } = remote.active
  const [figures] = await deps.database.query(figuresText, [name, deps.clock.now()], FiguresRow)
  const configuration = await currentConfiguration(deps)
  const offFor = roles.filter((role) => configuration.roles[role].modules[name] === false)
  const people = await deps.database.query(peopleText, [], PeopleRow)
  return {
    name,
    routes: manifest.routes.map(({ path, menu }) => ({ path, label: menu?.label ?? null })),
    panels: manifest.panels.map(({ label, collections }) => ({ label, collections })),
    versions: figures?.versions ?? 0,
    tokens: figures?.tokens ?? 0,
    offFor,
    people: people
      .filter(({ role }) => {
        const known = toRole(role)
        return known !== null && !offFor.includes(known)
      })
      .reduce((sum, { count }) => sum + count, 0),
    mounts: figures?.mounts ?? 0,
    lastAt: figures?.last_at?.toISOString() ?? null,
    calledBy: callersOf(remote, deployed).map((caller) => caller.name),
  }
}
