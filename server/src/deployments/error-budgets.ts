import { budgetAlertLevels, budgetDays, errorBudgetOf } from '@portal/contract'
import type { ErrorBudget } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { deployedNow } from '#platform/federation/registry.ts'
import type { Administrator } from './tokens.ts'

const countText = `insert into remote_loads (name, version, day, loads, failures, total_ms, slowest_ms, last_at, mounts, failed_mounts)
  values ($1, $2, $3, 0, 0, 0, 0, $4, $5, $6)
  on conflict (name, version, day) do update set mounts = remote_loads.mounts + excluded.mounts,
    failed_mounts = remote_loads.failed_mounts + excluded.failed_mounts`

/**
 * Counts for the error budget: a mount, whether or not it failed, or an error within a minute of a mount that
 * was counted before. `at` is the time of the mount.
 */
export async function countForBudget(
  { database }: Pick<DomainDeps, 'database'>,
  { remote, version, mounts, failed }: { remote: string; version: string; mounts: 0 | 1; failed: 0 | 1 },
  at: Date,
): Promise<void> {
  await database.query(countText, [remote, version, at.toISOString().slice(0, 10), at, mounts, failed])
}

const CountsRow = z.object({
  name: z.string(),
  target: z.number().nullable(),
  mounts: z.number(),
  failures: z.number(),
})

const countsText = `select wanted.name, t.target, coalesce(sum(l.mounts), 0)::int as mounts,
    coalesce(sum(l.failed_mounts), 0)::int as failures
  from unnest($1::text[]) as wanted(name)
  left join remote_targets t on t.name = wanted.name
  left join remote_loads l on l.name = wanted.name and l.day > $2::date - ${budgetDays}
  group by wanted.name, t.target`

async function readBudgets(
  { database, clock }: Pick<DomainDeps, 'database' | 'clock'>,
  names: readonly string[],
): Promise<Map<string, ErrorBudget>> {
  const today = clock.now().toISOString().slice(0, 10)
  const rows = await database.query(countsText, [[...names], today], CountsRow)
  return new Map(rows.map(({ name, target, ...counts }) => [name, errorBudgetOf(target, counts)]))
}

/** The error budget of a remote; that of an unused one when it is not known. */
export async function readBudget(
  deps: Pick<DomainDeps, 'database' | 'clock'>,
  name: string,
): Promise<ErrorBudget> {
  return (await readBudgets(deps, [name])).get(name) ?? errorBudgetOf(null, { mounts: 0, failures: 0 })
}

const setText = `insert into remote_targets (name, target, changed_at, changed_by) values ($1, $2, $3, $4)
  on conflict (name) do update set target = excluded.target, changed_at = excluded.changed_at, changed_by = excluded.changed_by`

/** Sets the share of mounts without failure that a remote is held to, in percent; null for the usual one. */
export async function setTarget(
  deps: DomainDeps,
  name: string,
  target: number | null,
  { pid: actor, origin }: Administrator,
): Promise<void> {
  const at = deps.clock.now()
  const { database } = deps
  await database.kysely.transaction().execute(async (trx) => {
    if (target === null) await database.queryIn(trx, 'delete from remote_targets where name = $1', [name])
    else await database.queryIn(trx, setText, [name, target, at, actor])
    await writeAudit(trx, {
      kind: 'remote-target-changed',
      at,
      actor,
      person: null,
      origin,
      detail: { remote: name, target: errorBudgetOf(target, { mounts: 0, failures: 0 }).target },
    })
  })
}

/** A level can raise its alert again when less than half of it is spent. */
const forgetText = 'delete from remote_budget_alerts where name = $1 and level > 2 * $2::double precision'
const levelText = `insert into remote_budget_alerts (name, level, at)
  select $1, level, $3 from unnest($2::int[]) as level on conflict do nothing returning level`
const Level = z.object({ level: z.number() })

/** Alerts administrators about the levels that this budget has reached and nobody knows yet. */
async function alertAbout(
  deps: DomainDeps,
  { name, owner }: { name: string; owner: string },
  budget: ErrorBudget,
): Promise<boolean> {
  const { database } = deps
  const now = deps.clock.now()
  return database.kysely.transaction().execute(async (trx) => {
    await database.queryIn(trx, forgetText, [name, budget.spent])
    const reached = budgetAlertLevels.filter((level) => budget.spent >= level)
    if (reached.length === 0) return false
    const levels = await database.queryIn(trx, levelText, [name, reached, now], Level)
    if (levels.length === 0) return false
    const isSpent = levels.some(({ level }) => level === 100)
    await alertAdministrators(
      { deps, trx, now },
      {
        rule: 'error-budget',
        severity: isSpent ? 'CRITICAL' : 'WARNING',
        link: `/settings/modules/${name}`,
        words: (language) => {
          const say = alertTexts(language)
          const { failures, mounts, target } = budget
          const counts = { failures: String(failures), mounts: String(mounts), target: String(target) }
          return {
            title: say(isSpent ? 'budgetSpent' : 'budgetHalfSpent', { name }),
            message: say('budgetMeans', { ...counts, days: String(budgetDays), owner }),
          }
        },
      },
    )
    return true
  })
}

/**
 * Alerts administrators once when half of the error budget of a deployed remote is spent, and once when all
 * of it is. Returns the number of alerts.
 */
export async function watchErrorBudgets(deps: DomainDeps): Promise<{ alerted: number }> {
  const owners = (await deployedNow(deps)).map(({ active: { name, manifest } }) => ({
    name,
    owner: manifest.owner,
  }))
  const budgets = await readBudgets(
    deps,
    owners.map(({ name }) => name),
  )
  let alerted = 0
  for (const remote of owners) {
    const budget = budgets.get(remote.name)
    if (budget !== undefined && (await alertAbout(deps, remote, budget))) alerted += 1
  }
  return { alerted }
}
