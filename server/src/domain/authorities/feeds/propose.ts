import type { Language } from '@portal/contract'
import { isMassEnding } from '@portal/contract/authority-brakes'
import { isEndStatus } from '@portal/contract/authority-path'
import { sql } from 'kysely'
import { z } from 'zod'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { inTransaction, run } from '#engine/write/writing.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import { statusesSql } from './compare.ts'
import type { Comparison } from './compare.ts'
import { feedsPath } from './feeds-path.ts'
import type { SourceRow } from './source-rows.ts'

const batch = 500

/** A proposal that a run made. */
export interface MadeProposal {
  pid: string
  state: string
}

/** A difference that a person has not decided yet. */
const isOpenDifference = ({ to, status, policy, isSettled, isOutdated }: Comparison): boolean =>
  to !== null && to !== status && (policy === 'propose' || policy === 'apply') && !isSettled && !isOutdated

/** Closes what waits for a decision and is no longer what the authority says. */
async function supersede(deps: DomainDeps, source: SourceRow, now: Date): Promise<void> {
  const reason = toStoredText('The agency’s status is another one now.')
  await inTransaction(deps, (trx) =>
    run(
      deps.database,
      trx,
      sql`update authority_proposals x set state = 'DISMISSED', decided_at = ${now}::timestamptz, reason = ${reason}
        where x.source = ${source.pid} and x.state in ('OPEN', 'HELD') and not exists (
          select 1 from authority_watches w join permits p on p.pid = w.permit join authority_observations o on o.pid = w.observation
            join ${statusesSql({ statuses: deps.statusMap.current }, source)} on m.word = lower(trim(o.raw_status))
          where w.source = x.source and w.permit = x.permit and w.observation = x.observation and m.to_status = x.to_status
            and m.policy <> 'verify' and p.status <> x.to_status and p.deleted_at is null)`,
    ),
  )
}

/** Tells administrators once that many permits would end, and that they decide about all of them together. */
async function announceHeld(deps: DomainDeps, source: SourceRow, count: number, now: Date): Promise<void> {
  await inTransaction(deps, (trx) =>
    alertAdministrators(
      { deps, trx, now },
      {
        rule: 'feed-held',
        severity: 'CRITICAL',
        words: (language: Language) => {
          const say = alertTexts(language)
          const parameters = { authority: source.authority_name, count }
          return { title: say('feedHeld', parameters), message: say('feedHeldMeans', parameters) }
        },
        link: feedsPath,
      },
    ),
  )
}

/**
 * Makes a proposal for each difference that is new. When very many permits would end at once, those are held
 * for one decision, since more often the feed is wrong than the permits. Returns what it made.
 */
export async function propose(
  deps: DomainDeps,
  source: SourceRow,
  compared: readonly Comparison[],
  { run: id, watched, now }: { run: string; watched: number; now: Date },
): Promise<MadeProposal[]> {
  await supersede(deps, source, now)
  const differing = compared.filter(isOpenDifference)
  const map = deps.statusMap.current
  const ending = differing.filter(({ to }) => to !== null && isEndStatus(map, to))
  const isHeld = isMassEnding(ending.length, watched)
  const rows = differing.map(({ permit, observation, to, policy }) => ({
    pid: deps.ids.pid(),
    permit,
    observation,
    to_status: to,
    policy,
    state: isHeld && to !== null && isEndStatus(map, to) ? 'HELD' : 'OPEN',
  }))
  const made: MadeProposal[] = []
  for (let from = 0; from < rows.length; from += batch) {
    const part = JSON.stringify(rows.slice(from, from + batch))
    const added = await inTransaction(deps, (trx) =>
      run(
        deps.database,
        trx,
        sql`insert into authority_proposals (pid, source, permit, observation, to_status, policy, state, run, created_at)
          select r.pid, ${source.pid}, r.permit, r.observation, r.to_status, r.policy, r.state, ${id}, ${now}::timestamptz
          from jsonb_to_recordset(${part}::jsonb) as r(pid text, permit text, observation text, to_status text, policy text, state text)
          on conflict (observation, to_status) do nothing returning pid, state`,
        z.object({ pid: z.string(), state: z.string() }),
      ),
    )
    made.push(...added)
  }
  const held = made.filter(({ state }) => state === 'HELD').length
  if (held > 0) await announceHeld(deps, source, held, now)
  if (made.length > 0) deps.writes.notify()
  return made
}
