import { PageErrorKind } from '@portal/contract'
import type { LoadOverview, PageError } from '@portal/contract'
import { z } from 'zod'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { deployedNow } from '#platform/federation/registry.ts'
import { slotMs } from './canary-rollouts.ts'

/** Number of different errors stored per remote. Further ones are only counted. */
const maxErrors = 200

/**
 * The text of an error without what a person may have typed or what is in a record: quoted text that is no
 * name of code, addresses of mail, and long numbers. The parser of JSON, for example, quotes its input.
 */
export function withoutValues(message: string): string {
  return (
    message
      .toWellFormed()
      // PostgreSQL has no NUL, and a line of the log no control characters.
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .replace(/[^\s@"'`]{1,64}@[^\s@"'`]{1,255}/g, '…')
      .replace(/(["'`])(?![A-Za-z_$][\w$.-]{0,40}\1)[^"'`]*\1/g, '$1…$1')
      .replace(/\d{5,}/g, '…')
  )
}

const countText = `insert into remote_loads (name, version, day, loads, failures, total_ms, slowest_ms, last_at, errors)
  values ($1, $2, $3, 0, 0, 0, 0, $4, 1)
  on conflict (name, version, day) do update set errors = remote_loads.errors + 1, last_at = excluded.last_at`

const errorText = `insert into remote_errors (name, version, kind, message, place, path, count, first_at, last_at)
  select $1, $2, $3, $4, $5, $6, 1, $7, $7
  where exists (select 1 from remote_errors where name = $1 and version = $2 and kind = $3 and message = $4 and place = $5)
    or (select count(*) from remote_errors where name = $1) < ${maxErrors}
  on conflict (name, version, kind, message, place) do update set count = remote_errors.count + 1, path = excluded.path, last_at = excluded.last_at`

/** Stores an error of a published build. */
export async function keepPageError(
  { database }: Pick<DomainDeps, 'database'>,
  error: PageError,
  at: Date,
): Promise<void> {
  const { remote, version, kind, place, path } = error
  await database.query(countText, [remote, version, at.toISOString().slice(0, 10), at])
  const message = withoutValues(error.message)
  await database.query(errorText, [remote, version, kind, message, place, withoutValues(path), at])
}

const judgedText = `insert into canary_attempts (name, version, at, attempts, failures, errors) values ($1, $2, $3, 0, 0, 1)
  on conflict (name, at, version) do update set errors = canary_attempts.errors + 1`

/**
 * Counts a mount that had an error afterwards, in the ten seconds of the mount. So both versions are compared
 * by what was mounted at the same time, however long their pages stay open.
 */
export async function countErrorAfterMount(
  { database }: Pick<DomainDeps, 'database'>,
  { remote, version }: { remote: string; version: string },
  mountedAt: Date,
): Promise<void> {
  const slot = new Date(Math.floor(mountedAt.getTime() / slotMs) * slotMs)
  await database.query(judgedText, [remote, version, slot])
}

/** A report again by the same person counts as another one after this time. */
const againMs = 60 * 60_000

const firstReportText = `insert into remote_error_alerts (name, version, reported_by, first_at) values ($1, $2, $3, $4)
  on conflict (name, version) do nothing`

const secondReportText = `update remote_error_alerts set alerted_at = $4
  where name = $1 and version = $2 and alerted_at is null and (reported_by <> $3 or first_at <= $5) returning name`

/** An error that the team of a remote should know about. */
export interface FirstError {
  remote: string
  version: string
  owner: string
  /** Such as `error: TypeError: x is undefined`. */
  text: string
}

/**
 * Alerts administrators once about each version in force, with its owner and an error. One person alone
 * raises no alert at once: a second one has to report too, or the same one an hour later.
 */
export async function alertAboutErrors(
  deps: DomainDeps,
  { remote: name, version, owner, text }: FirstError,
  person: string,
): Promise<void> {
  const isInForce = (await deployedNow(deps)).some(({ active, canary }) =>
    [active, canary?.build].some((build) => build?.name === name && build.version === version),
  )
  if (!isInForce) return
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    await deps.database.queryIn(trx, firstReportText, [name, version, person, now])
    const since = new Date(now.getTime() - againMs)
    const rows = await deps.database.queryIn(trx, secondReportText, [name, version, person, now, since])
    if (rows.length === 0) return
    await alertAdministrators(
      { deps, trx, now },
      {
        rule: 'remote-errors',
        severity: 'WARNING',
        link: `/settings/modules/${name}`,
        words: (language) => {
          const say = alertTexts(language)
          const means = say('remoteErrorsMean', { owner })
          return { title: say('remoteErrors', { name, version }), message: `${means}\n${text}` }
        },
      },
    )
  })
}

const ErrorRow = z.object({
  remote: z.string(),
  version: z.string(),
  owner: z.string().nullable(),
  kind: PageErrorKind,
  message: z.string(),
  place: z.string(),
  path: z.string(),
  count: z.number(),
  first_at: z.date(),
  last_at: z.date(),
})
type ErrorRow = z.infer<typeof ErrorRow>

const listText = `select e.name as remote, e.version, v.manifest->>'owner' as owner, e.kind, e.message, e.place, e.path, e.count,
    e.first_at, e.last_at
  from remote_errors e left join remote_versions v on v.name = e.name and v.version = e.version
  where e.last_at >= $1 and ($2::text is null or e.name = $2) order by e.last_at desc limit 100`

/** Errors after loading and in panels, of one remote or of all, latest first. */
export async function listPageErrors(
  { database }: Pick<DomainDeps, 'database'>,
  since: Date,
  remote: string | null,
): Promise<LoadOverview['pageErrors']> {
  const rows = await database.query(listText, [since, remote], ErrorRow)
  return rows.map(({ owner, first_at: firstAt, last_at: lastAt, ...error }) => ({
    ...error,
    owner: owner ?? '',
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}
