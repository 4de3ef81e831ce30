import { z } from 'zod'
import type { SmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { Database } from '#platform/database/database.ts'
import { byText } from './year-oracle.ts'
import type { YearEvent } from './year-oracle.ts'

const Told = z.object({
  rule: z.string(),
  pid: z.string(),
  title: z.string(),
  at: z.date(),
  alerts: z.number(),
  people: z.number(),
})
const At = z.object({ at: z.date(), what: z.string() })

/** What an alert is about, as the oracle calls it; null for alerts that are not about time. */
function lineOf(rule: string, title: string, isOrganization: boolean): string | null {
  if (/^task-(reminder|follow-up|escalation-\d+)$/.test(rule)) return rule
  if (rule === 'EXPIRY_REMINDER') return isOrganization ? 'certificate' : 'expiry'
  if (rule === 'TASK_DUE' && title.startsWith('Due tomorrow')) return 'task-due'
  if (rule === 'TASK_DUE' && title.startsWith('Overdue')) return 'task-overdue'
  return rule === 'PAYMENT_DUE' && title.startsWith('Payment due in 3 days') ? 'payment-due' : null
}

/**
 * Everything that happened by time, one line each: alerts once for all their readers, steps, and tasks of
 * clients.
 */
export async function readFired(database: Database, events: readonly YearEvent[]): Promise<string[]> {
  const told = await database.query(
    `select a.rule, a.related_pid as pid, a.title, a.created_at as at, count(*) as alerts, count(distinct a."user") as people
      from alerts a where a.related_pid is not null and a.source = 'RULE' group by 1, 2, 3, 4 order by 4`,
    [],
    Told,
  )
  const tasks = new Set(
    events.flatMap((event) =>
      event.kind === 'task' ? [event.pid] : event.kind === 'done' && event.next !== null ? [event.next] : [],
    ),
  )
  const organizations = new Set(events.flatMap((event) => (event.kind === 'certificate' ? [event.org] : [])))
  const lines = told.flatMap(({ rule, pid, title, at, alerts, people }) => {
    const what = lineOf(rule, title, organizations.has(pid))
    // Tasks that the portal made for renewals and certificates are not those of the oracle.
    if (what === null || (what.startsWith('task-') && !tasks.has(pid))) return []
    const line = `${at.toISOString()} ${what} ${pid}`
    return alerts === people ? [line] : [line, `${line} twice to a person`]
  })
  const further = await database.query(
    `select h.at, lower(c.value->>'to') || ' ' || h.pid as what from record_history h, jsonb_array_elements(h.changes) c
        where c.value->>'field' = 'status' and c.value->>'to' in ('EXPIRED', 'OVERDUE')
      union all select t.created_at, 'certificate-task ' || t.org || ' ' || t.certificate || ' ' || t.certificate_date from tasks t where t.certificate is not null`,
    [],
    At,
  )
  return [...lines, ...further.map(({ at, what }) => `${at.toISOString()} ${what}`)]
}

/** The tasks that recurring tasks made, with their dates. */
export async function readFollowers(database: Database): Promise<string[]> {
  const rows = await database.query(
    `select t.pid, t.previous_task as previous, t.due_date::text as due, t.remind_at as remind, t.recurrence from tasks t where t.previous_task is not null`,
    [],
    z.object({
      pid: z.string(),
      previous: z.string(),
      due: z.string(),
      remind: z.date().nullable(),
      recurrence: z.string(),
    }),
  )
  return rows.map(
    ({ pid, previous, due, remind, recurrence }) =>
      `${pid} after ${previous}: ${due} ${remind?.toISOString() ?? ''} ${recurrence}`,
  )
}

/** The records a digest names, each as often as it stands in it, in the form of the oracle. */
function digestLine(at: Date, person: string, text: string): string {
  // The link that ends the digests names its reader.
  const pids = [...text.matchAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g)]
    .map(([pid]) => pid)
    .filter((pid) => pid !== person)
  return `${at.toISOString()} ${person} ${pids.toSorted(byText).join(',')}`
}

/**
 * Digests as they arrived: those of staff in their mailbox, those of clients outside; and whose mail is
 * unconfirmed.
 */
export async function readDigests(
  database: Database,
  messages: SmtpSink['messages'],
  { clients }: { clients: readonly { pid: string }[] },
): Promise<{ lines: string[]; unconfirmed: Set<string> }> {
  const inside = await database.query(
    `select m.mailbox as person, m.received_at as at, m.text from mail_messages m join users u on u.pid = m.mailbox where m.folder = 'inbox'`,
    [],
    z.object({ person: z.string(), at: z.date(), text: z.string() }),
  )
  const outside = messages.flatMap(({ to, raw }) => {
    const person = clients[Number(/client(\d)@/.exec(to.join())?.[1])]?.pid
    if (person === undefined) return []
    const at = new Date(/^Date: (.*)$/m.exec(raw)?.[1] ?? '')
    const plain = (raw.split(/^Content-Type: text\/html/im)[0] ?? '')
      .replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
    const body = plain.slice(plain.search(/^Content-Type: text\/plain/im))
    return [digestLine(at, person, body)]
  })
  const failed = await database.query(
    `select distinct d."user" as person from notification_deliveries d where d.state = 'failed' and d.reason = 'unconfirmed'`,
    [],
    z.object({ person: z.string() }),
  )
  return {
    lines: [...inside.map(({ at, person, text }) => digestLine(at, person, text)), ...outside],
    unconfirmed: new Set(failed.map(({ person }) => person)),
  }
}
