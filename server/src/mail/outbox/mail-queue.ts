import { z } from 'zod'
import type { MailDeps } from '../deps.ts'

const QueueRow = z.object({ waiting: z.number(), oldest: z.date().nullable(), retried: z.date().nullable() })

/** Messages of all servers that wait to be sent. */
export interface MailQueue {
  /** Messages whose time for an undo has passed. */
  waiting: number
  /** Since when the oldest of them waits; null when none waits. */
  oldest: Date | null
  /** The same for messages that were tried at least once. */
  oldestRetried: Date | null
}

export async function readMailQueue({
  database,
  clock,
}: Pick<MailDeps, 'database' | 'clock'>): Promise<MailQueue> {
  const text = `select count(*)::int as waiting, min(undo_until) as oldest, min(undo_until) filter (where attempts > 0) as retried
    from mail_sendings where state = 'waiting' and undo_until <= $1`
  const [row] = z.array(QueueRow).parse(await database.query(text, [clock.now()]))
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null, oldestRetried: row?.retried ?? null }
}

/** Metrics of the outbox. Messages are counted in the database, so every server tells the same. */
export function addMailMetrics(deps: Pick<MailDeps, 'database' | 'clock' | 'metrics'>): void {
  const { metrics, clock } = deps
  metrics.addGauge(
    { name: 'portal_mail_queue_messages', help: 'Messages of all servers that wait to be sent' },
    async () => [{ value: (await readMailQueue(deps)).waiting }],
  )
  metrics.addGauge(
    { name: 'portal_mail_queue_oldest_seconds', help: 'How long the oldest message has waited to be sent' },
    async () => {
      const { oldest } = await readMailQueue(deps)
      return [{ value: oldest === null ? 0 : Math.max(0, clock.now().getTime() - oldest.getTime()) / 1000 }]
    },
  )
}

const lateAfterMs = 5 * 60_000

/**
 * Why outgoing mail needs an administrator, in one sentence: the server fails, or messages wait for it. Null
 * when there is no problem.
 */
export async function mailProblem(
  deps: Pick<MailDeps, 'database' | 'clock' | 'relayState'>,
): Promise<string | null> {
  const now = deps.clock.now()
  const problem = deps.relayState.problem(now)
  if (problem !== null) return `Outgoing mail fails since ${problem.since.toISOString()}: ${problem.fault}.`
  const { waiting, oldestRetried } = await readMailQueue(deps)
  if (oldestRetried === null || now.getTime() - oldestRetried.getTime() < lateAfterMs) return null
  return `Messages wait to be sent (${waiting}), the oldest since ${oldestRetried.toISOString()}.`
}
