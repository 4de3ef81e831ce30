import { FlagRule, Refusal, dayIn, formatDay, noFlagRule, phrase } from '@portal/contract'
import type { FlagDeclaration, RemoteFlag } from '@portal/contract'
import { z } from 'zod'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { listBuilds, listRemovals } from '#platform/federation/federation.queries.ts'
import type { RemoteBuild } from '#platform/federation/federation.queries.ts'
import { deployedNow, restorableSince } from '#platform/federation/registry.ts'
import { listPreviews } from './previews.ts'
import type { Administrator } from './tokens.ts'

/** A flag as the live version that was asked first declares it. */
interface DeclaredFlag extends FlagDeclaration {
  remote: string
}

/** Every build that somebody can get: active versions, then canaries, then previews. */
async function liveBuilds(deps: DomainDeps): Promise<RemoteBuild[]> {
  const deployed = await deployedNow(deps)
  const previews = await listPreviews(deps)
  return [
    ...deployed.map(({ active }) => active),
    ...deployed.flatMap(({ canary }) => canary?.build ?? []),
    ...(await listBuilds(deps.database, previews)),
  ]
}

function flagsOf(builds: readonly RemoteBuild[]): DeclaredFlag[] {
  const declared = new Map<string, DeclaredFlag>()
  for (const { name: remote, manifest } of builds)
    for (const flag of manifest.flags ?? []) {
      const key = `${remote} ${flag.name}`
      if (!declared.has(key)) declared.set(key, { remote, ...flag })
    }
  return [...declared.values()]
}

const SetRow = z.object({
  remote: z.string(),
  flag: z.string(),
  rule: FlagRule,
  changed_at: z.date().nullable(),
  changed_by: z.string().nullable(),
})
type SetRow = z.infer<typeof SetRow>

const setText = `select f.remote, f.flag, f.rule, f.changed_at, u.name as changed_by
  from remote_flags f left join users u on u.pid = f.changed_by`

const PersonRow = z.object({ pid: z.string(), name: z.string() })
type PersonRow = z.infer<typeof PersonRow>
const peopleText =
  'select pid, name from users where pid = any($1::text[]) and deleted_at is null order by name'

async function today(deps: DomainDeps): Promise<string> {
  return dayIn(await officeZone(deps), deps.clock.now())
}

/** The flags that live versions declare, with their rules: overdue ones first, then by remote and name. */
export async function listFlags(deps: DomainDeps): Promise<RemoteFlag[]> {
  const declared = flagsOf(await liveBuilds(deps))
  if (declared.length === 0) return []
  const rows: readonly SetRow[] = await deps.database.query(setText, [], SetRow)
  const named = [...new Set(rows.flatMap(({ rule }) => rule.people))]
  const people: readonly PersonRow[] =
    named.length === 0 ? [] : await deps.database.query(peopleText, [named], PersonRow)
  const day = await today(deps)
  const flags = declared.map(({ remote, name, description, owner, endsOn }): RemoteFlag => {
    const row = rows.find((each) => each.remote === remote && each.flag === name)
    const rule = row?.rule ?? noFlagRule
    return {
      remote,
      name,
      description,
      owner,
      endsOn,
      isOverdue: endsOn < day,
      rule,
      people: people.filter(({ pid }) => rule.people.includes(pid)),
      changedAt: row?.changed_at?.toISOString() ?? null,
      changedBy: row?.changed_by ?? null,
    }
  })
  const place = ({ isOverdue, remote, name }: RemoteFlag) => `${isOverdue ? 0 : 1} ${remote} ${name}`
  return flags.toSorted((a, other) => (place(a) < place(other) ? -1 : 1))
}

/**
 * Says for whom a flag is on. Pages that are open keep the value that they began with. Throws 404 for a flag
 * that no live version declares, 400 for persons who do not exist.
 */
export async function setFlag(
  deps: DomainDeps,
  { remote, flag }: { remote: string; flag: string },
  rule: FlagRule,
  { pid: actor, origin }: Administrator,
): Promise<void> {
  const declared = flagsOf(await liveBuilds(deps)).some(
    (each) => each.remote === remote && each.name === flag,
  )
  if (!declared)
    throw new Refusal(
      'not-found',
      phrase('No live version of {{remote}} has the flag {{flag}}.', { remote, flag }),
    )
  const people = [...new Set(rule.people)]
  const found: readonly PersonRow[] = await deps.database.query(peopleText, [people], PersonRow)
  if (found.length < people.length)
    throw new Refusal('validation-failed', 'One of the people does not exist or was deleted.')
  const at = deps.clock.now()
  const stored = { ...rule, roles: [...new Set(rule.roles)], people }
  await deps.database.kysely.transaction().execute(async (trx) => {
    const values = { rule: JSON.stringify(stored), changed_at: at, changed_by: actor }
    await trx
      .insertInto('remote_flags')
      .values({ remote, flag, ...values, reported_for: null })
      .onConflict((conflict) => conflict.columns(['remote', 'flag']).doUpdateSet(values))
      .execute()
    const detail = { remote, flag, roles: stored.roles, percent: rule.percent, people: people.length }
    await writeAudit(trx, { kind: 'remote-flag-changed', at, actor, person: null, origin, detail })
  })
}

const reportedText = `insert into remote_flags (remote, flag, rule, reported_for) values ($1, $2, $3, $4::date)
  on conflict (remote, flag) do update set reported_for = excluded.reported_for
    where remote_flags.reported_for is distinct from excluded.reported_for
  returning flag`

/**
 * Alerts administrators, with the owner, about flags past their end date: once per flag and date. Returns the
 * number of alerts.
 */
export async function reportOverdueFlags(deps: DomainDeps): Promise<number> {
  const now = deps.clock.now()
  const day = await today(deps)
  let reported = 0
  for (const { remote, name, owner, endsOn } of flagsOf(await liveBuilds(deps))) {
    if (endsOn >= day) continue
    await deps.database.kysely.transaction().execute(async (trx) => {
      const parameters = [remote, name, JSON.stringify(noFlagRule), endsOn]
      const rows = await deps.database.queryIn(trx, reportedText, parameters, z.object({ flag: z.string() }))
      if (rows.length === 0) return
      reported += 1
      await alertAdministrators(
        { deps, trx, now },
        {
          rule: 'flag-overdue',
          severity: 'WARNING',
          link: '/settings/modules',
          words: (language) => {
            const say = alertTexts(language)
            return {
              title: say('flagOverdue', { remote, name }),
              message: say('flagOverdueMeans', { owner, day: formatDay(endsOn, language) }),
            }
          },
        },
      )
    })
  }
  return reported
}

const StoredRow = z.object({ remote: z.string(), flag: z.string() })

/**
 * Deletes the rules of flags that no live version declares, nor one of a remote that can be restored. Returns
 * their number.
 */
export async function sweepFlags(deps: DomainDeps): Promise<number> {
  const stored = await deps.database.query('select remote, flag from remote_flags', [], StoredRow)
  if (stored.length === 0) return 0
  const removed = await listBuilds(deps.database, await listRemovals(deps.database, restorableSince(deps)))
  const declared = new Set(
    flagsOf([...(await liveBuilds(deps)), ...removed]).map(({ remote, name }) => `${remote} ${name}`),
  )
  const gone = stored.filter(({ remote, flag }) => !declared.has(`${remote} ${flag}`))
  for (const { remote, flag } of gone)
    await deps.database.kysely
      .deleteFrom('remote_flags')
      .where('remote', '=', remote)
      .where('flag', '=', flag)
      .execute()
  return gone.length
}
