import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { financialActs } from './test-support/financial-acts.ts'
import { Ledger, StoredPayment, coveredOf, pick, randomOf } from './test-support/ledger.ts'
import type { LedgerFee } from './test-support/ledger.ts'

/** `PROVE=1` runs the full number of acts; `SEED=n` repeats a run. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_123))
const [actCount, racedActs, writers] = isFull ? [4_000, 2_880, 8] : [160, 192, 8]

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startOnPostgres({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, newClients, orgs, permits, newFeeBody, acts } = financialActs(
  () => portal,
  () => people,
)

async function compare(ledger: Ledger, told: string): Promise<void> {
  const [found, balances] = await Promise.all([
    Promise.all(permits().map((permit) => ask(people.team, 'GET', `permits/${permit}`))),
    Promise.all(orgs().map((org) => ask(people.admin, 'GET', `orgs/${org}`))),
  ])
  assert.deepEqual(
    [
      found.map((match) => [match['feeTotal'], match['paidTotal'], match['refundedTotal'], match['balance']]),
      balances.map(({ balance }) => balance),
    ],
    [permits().map((permit) => ledger.totalsOf(permit)), orgs().map((org) => ledger.balanceOf(org))],
    told,
  )
}

test(
  'after every financial act, totals of permits and organizations match an independent ledger',
  { timeout: 3_000_000 },
  async (t) => {
    const random = randomOf(seed)
    let ledger = new Ledger()
    const counts = new Map<string, number>()
    for (let [done, walkEnd] = [0, 0]; done < actCount;) {
      // Long runs switch to new clients, so that the acts stay fast.
      if (done === walkEnd) {
        walkEnd += 400
        ledger = new Ledger()
        await newClients()
      }
      const name =
        pick(random, [
          ...Object.keys(acts),
          'fee',
          'fee',
          'fee',
          'fee',
          'allocate',
          'partOfFee',
          'payment',
        ]) ?? 'fee'
      if (!(await acts[name]?.(ledger, random))) continue
      ledger.settle()
      done += 1
      counts.set(name, (counts.get(name) ?? 0) + 1)
      await compare(ledger, `seed ${seed}, act ${done}: ${name}`)
    }
    t.diagnostic(
      `seed ${seed}: ${actCount} acts, ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    )
  },
)

/** Builds a ledger from the rows of the current clients in the database. */
async function readLedger(): Promise<Ledger> {
  const rows = await portal.deps.database.query(
    'select pid, kind, status, total, org, permit, refund_of, seq, deleted_at is not null as deleted from payments where org = any($1) order by seq',
    [orgs()],
    StoredPayment,
  )
  const parts = await portal.deps.database.query(
    'select a.payment, a.fee, a.amount from payment_allocations a join payments p on p.pid = a.payment where p.org = any($1) order by a.id',
    [orgs()],
    z.object({ payment: z.string(), fee: z.string(), amount: z.number() }),
  )
  const ledger = new Ledger()
  const refundsOf = (pid: string) =>
    rows.filter(({ refund_of }) => refund_of === pid).reduce((sum, { total }) => sum + total, 0)
  const isPaid = (status: string) => ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)
  const stateOf = (status: string): LedgerFee['state'] =>
    status === 'VOID' ? 'VOID' : isPaid(status) ? 'PAID' : 'OPEN'
  for (const { pid, kind, status, total, org, permit, seq, deleted } of rows) {
    const refunded = refundsOf(pid)
    if (kind === 'FEE') {
      const covers = new Map(
        parts.filter(({ fee }) => fee === pid).map(({ payment, amount }) => [payment, amount]),
      )
      ledger.fees.push({
        pid,
        org,
        permit: permit ?? '',
        total,
        due: '',
        seq,
        state: deleted ? 'DELETED' : stateOf(status),
        covers,
        refunded,
      })
    }
    // Refunds of a voided and deleted fee still count; other deleted rows do not.
    if (deleted) continue
    if (kind === 'INVOICE') ledger.invoices.push({ pid, org, total, isOpen: stateOf(status) === 'OPEN' })
    if ((kind === 'PAYMENT' || kind === 'DEPOSIT') && isPaid(status))
      ledger.credits.push({ pid, org, permit, total, seq, refunded, released: new Set() })
  }
  return ledger
}

test(
  'concurrent writes to the same fees, payments and permits keep every total correct and cause no server error',
  { timeout: 3_000_000 },
  async (t) => {
    let [faults, taken] = [0, 0]
    for (let round = 0; round < racedActs / writers / 12; round += 1) {
      await newClients()
      const begin = randomOf(seed + round)
      for (const permit of permits()) {
        await ask(people.team, 'POST', 'payments', newFeeBody(begin, permit), 201)
        await ask(people.team, 'POST', 'payments', newFeeBody(begin, permit), 201)
      }
      const write = async (writer: number) => {
        const random = randomOf(seed + round * 1_000 + writer)
        for (let done = 0; done < 12; done += 1) {
          const rows = await portal.deps.database.query(
            'select pid, kind from payments where permit = any($1) order by seq',
            [permits()],
            z.object({ pid: z.string(), kind: z.string() }),
          )
          const pid = pick(random, rows)?.pid ?? ''
          const permit = pick(random, permits()) ?? ''
          const calls = [
            ['POST', 'payments', newFeeBody(random, permit)],
            ['POST', 'payments/record', { permit, amount: 1 + random(9_000), method: 'CASH' }],
            [
              'POST',
              `payments/${pid}/transitions`,
              { to: pick(random, ['PAID', 'VOID']), reason: 'Because' },
            ],
            ['POST', `payments/${pid}/refunds`, { amount: 1 + random(2_000), reason: 'Because' }],
            ['POST', `payments/${pid}/allocations`, { permit, amount: 1 + random(2_000) }],
            ['POST', `payments/${pid}/allocations/release`, { permit }],
            ['PATCH', `payments/${pid}`, random(2) === 0 ? { amount: 1 + random(9_000) } : { permit }],
            [
              'PATCH',
              'payments',
              { pids: rows.slice(-6).map((row) => row.pid), patch: { amount: 1 + random(9_000) } },
            ],
            ['DELETE', `payments/${pid}`, undefined],
            ['POST', `payments/${pid}/restore`, undefined],
          ] as const
          const [method, apiPath, body] = pick(random, calls) ?? calls[0]
          const response = await portal.crud(people.admin, {
            apiPath,
            method,
            ...(body !== undefined && { body }),
          })
          if (response.statusCode < 300) taken += 1
          if (response.statusCode >= 500) {
            faults += 1
            t.diagnostic(`${method} ${apiPath} -> ${response.body.slice(0, 200)}`)
          }
        }
      }
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
      const ledger = await readLedger()
      for (const credit of ledger.credits)
        assert.ok(ledger.freeOf(credit) >= 0, `seed ${seed}: ${credit.pid} gave out more than came in`)
      for (const fee of ledger.fees)
        assert.ok(coveredOf(fee) <= fee.total, `seed ${seed}: ${fee.pid} is covered beyond its amount`)
      await compare(ledger, `seed ${seed}, round ${round}`)
    }
    t.diagnostic(`seed ${seed}: ${racedActs} acts of ${writers} writers, ${taken} of them taken`)
    assert.equal(faults, 0, `seed ${seed}`)
  },
)
