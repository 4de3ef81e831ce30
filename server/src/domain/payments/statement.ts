import {
  Refusal,
  collections,
  dayIn,
  isStaff,
  addDays,
  phrase,
  startOfDay,
  statementKinds,
} from '@portal/contract'
import type { Actor, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { isPlausiblePid, noSuchRecord } from '#engine/query/get-record.ts'
import { read } from '#engine/query/reading.ts'
import { referenceSql } from '#engine/sql/field-sql.ts'
import type { DomainDeps } from '../deps.ts'

/** The part of a fee `y` that payments cover. */
const covered = 'coalesce((select sum(a.amount) from payment_allocations a where a.fee = y.pid), 0)'
/** When a payment `y` first had a status; null if its history has no such change. */
const since = (status: string) =>
  `(select min(h.at) from record_history h where h.pid = y.pid and h.changes @> '[{"field": "status", "to": "${status}"}]')`
/** When a charge was requested: drafts are requested later than they are made. */
const requested = `coalesce((select max(h.at) from record_history h where h.pid = y.pid and h.changes @> '[{"field": "status", "from": "DRAFT"}]'), y.created_at)`

const charges = "y.kind in ('FEE', 'INVOICE', 'ADJUSTMENT')"
const received = "y.kind in ('PAYMENT', 'DEPOSIT')"
/** What was paid stays paid in a statement after a refund, or after it was voided, which refunds it. */
const wasPaid =
  "(y.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') or (y.status = 'VOID' and y.paid_at is not null))"

/**
 * The changes of what an organization owes, from the rows of its payments `y`: what a change adds to the
 * charges and to the payments. The sum of charges less payments is its balance (`balance.ts`).
 */
const changesSql = [
  `select 'charge' as kind, ${requested} as at, y.total as charged, 0 as paid from y where ${charges} and y.status <> 'DRAFT'`,
  `select 'payment', y.paid_at, 0, y.total from y where ${received} and ${wasPaid}`,
  // A charge that was paid by itself. What other payments cover is in their own lines.
  `select 'feePaid', coalesce(y.paid_at, y.updated_at), 0, y.total - ${covered} from y where ${charges} and ${wasPaid} and y.total <> ${covered}`,
  // A paid invoice that is allocated to fees billed those fees.
  `select 'billed', a.at, -a.amount, 0 from y join payment_allocations a on a.payment = y.pid where y.kind = 'INVOICE'`,
  // A refunded fee is given up, a refunded payment is not.
  `select 'refund', y.paid_at, case when o.kind in ('FEE', 'INVOICE', 'ADJUSTMENT') then -y.total else 0 end, -y.total
    from y join payments o on o.pid = y.refund_of where y.kind = 'REFUND' and y.status = 'PAID'`,
  `select 'writeOff', coalesce(y.paid_at, y.created_at), -y.total, 0 from y where y.kind = 'WRITE_OFF' and ${wasPaid}`,
  `select 'writeOff', coalesce(${since('WRITTEN_OFF')}, y.updated_at), ${covered} - y.total, 0 from y where ${charges} and y.status = 'WRITTEN_OFF'`,
  `select 'voided', coalesce(${since('VOID')}, y.updated_at), -y.total, 0 from y where ${charges} and y.status = 'VOID' and y.paid_at is null`,
].map((each) => each.replace(' from y', ', y.pid, y.seq from y'))

const Line = z.object({
  kind: z.enum(statementKinds),
  at: z.date(),
  charged: z.number(),
  paid: z.number(),
  number: z.string().nullable(),
  feeCode: z.string().nullable(),
  paymentKind: z.string(),
  description: z.string().nullable(),
  permit: z.object({ pid: z.string(), title: z.string() }).nullable(),
})

/** A line of a statement, with what is owed after it. Amounts are minor units. */
export interface StatementLine extends Omit<z.infer<typeof Line>, 'at'> {
  day: LocalDate
  balance: number
}

export interface Statement {
  client: { title: string; number: string | null; address: string[] }
  from: LocalDate
  to: LocalDate
  opening: number
  lines: StatementLine[]
  charged: number
  paid: number
  closing: number
}

const Client = z.object({
  title: z.string(),
  number: z.string().nullable(),
  address: z.array(z.string().nullable()),
})

/** Staff read every statement, clients that of their own organization. */
async function readClient(deps: DomainDeps, actor: Actor, pid: string) {
  const mayRead = isPlausiblePid(pid) && (isStaff(actor.role) || actor.org === pid)
  const [client] = mayRead
    ? await read(
        deps,
        sql`select coalesce(t.legal_name, t.org_no, '') as title, t.org_no as number,
            array[t.address, nullif(concat_ws(', ', t.city, nullif(concat_ws(' ', t.region, t.postal_code), '')), '')] as address
          from orgs t where t.pid = ${pid} and t.deleted_at is null`,
        Client,
      )
    : []
  if (client === undefined) throw noSuchRecord(collections.orgs, pid)
  return {
    ...client,
    address: client.address.flatMap((line) => (line === null || line === '' ? [] : [line])),
  }
}

/**
 * The statement of an organization for a period: what it owed before, each charge, payment and refund, and what
 * it owes then. Days are in the time zone of the office. Throws 403 for a role without payments, 404 for an
 * organization the actor may not see.
 */
export async function statementOf(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<Statement> {
  if (collections.payments.access.read(actor) === 'closed')
    throw new Refusal('forbidden', phrase('Your role has no access to {{name}}.', { name: 'payments' }))
  const client = await readClient(deps, actor, pid)
  const zone = await officeZone(deps)
  const [begins, ends] = [startOfDay(zone, from), startOfDay(zone, addDays(to, 1))]
  const changes = sql.raw(changesSql.join(' union all '))
  const ledger = sql`with y as materialized (select * from payments where org = ${pid} and deleted_at is null), c as (${changes})`
  const [before] = await read(
    deps,
    sql`${ledger} select coalesce(sum(c.charged - c.paid), 0)::bigint as opening from c where c.at < ${begins}::timestamptz`,
    z.object({ opening: z.number() }),
  )
  const permit = sql.raw(referenceSql('permits', 'y.permit', actor.role === 'client'))
  const rows = await read(
    deps,
    sql`${ledger} select c.kind, c.at, c.charged::bigint as charged, c.paid::bigint as paid, y.ref_no as number, y.fee_code as "feeCode",
        y.kind as "paymentKind", y.description, ${permit} as permit
      from c join y on y.pid = c.pid cross join (select ${actor.org}::text as org) viewer
      where c.at >= ${begins}::timestamptz and c.at < ${ends}::timestamptz and (c.charged <> 0 or c.paid <> 0) order by c.at, c.seq, c.kind`,
    Line,
  )
  const opening = before?.opening ?? 0
  let balance = opening
  const lines = rows.map(({ at, ...line }) => {
    balance += line.charged - line.paid
    return { ...line, day: dayIn(zone, at), balance }
  })
  const sum = (name: 'charged' | 'paid') => rows.reduce((total, row) => total + row[name], 0)
  return { client, from, to, opening, lines, charged: sum('charged'), paid: sum('paid'), closing: balance }
}
