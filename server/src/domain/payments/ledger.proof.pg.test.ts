import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { Ledger, StoredPayment, coveredOf, directOf, pick, randomOf } from './test-support/ledger.ts'
import type { LedgerFee } from './test-support/ledger.ts'

/** `PROVE=1` runs the full number of acts; `SEED=n` repeats a run. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_123))
const [acts, racedActs, writers] = isFull ? [4_000, 2_880, 8] : [160, 192, 8]

let portal: TestApp
let people: Record<Role, Person>
let orgs: string[] = []
/** Number of fees of the current clients. */
let feeCount = 0
/** Permits by organization. */
const permitsOf = new Map<string, string[]>()
before(async () => {
  portal = await startOnPostgres({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)

/** Creates two clients with three permits each for the following acts. */
async function newClients(): Promise<void> {
  orgs = [await portal.given.org(), await portal.given.org()]
  permitsOf.clear()
  feeCount = 0
  for (const org of orgs) {
    const made = [0, 1, 2].map(() =>
      ask(people.team, 'POST', 'permits', { title: 'Two garages', org, permitType: 'SIGN' }, 201),
    )
    permitsOf.set(
      org,
      (await Promise.all(made)).map(({ pid }) => String(pid)),
    )
  }
}

/** A permit allows one fee of each kind per cycle and at most a thousand cycles. */
const kinds = ['PERMIT_FEE', 'PLAN_REVIEW', 'APPLICATION_FEE', 'PENALTY'] as const
const newFeeBody = (random: (below: number) => number, permit: string) => {
  const dueDate =
    random(3) === 0 ? undefined : addDays(portal.clock.now().toISOString().slice(0, 10), random(30))
  feeCount += 1
  const [feeCode, cycleNo] = [kinds[feeCount % kinds.length], 1 + Math.floor(feeCount / kinds.length)]
  return { permit, kind: 'FEE', feeCode, amount: 1 + random(9_000), cycleNo, ...(dueDate && { dueDate }) }
}
const step = (pid: string, to: string) =>
  ask(people.admin, 'POST', `payments/${pid}/transitions`, { to, reason: 'Because' })

/** Runs one act on the server and on the ledger; false if the ledger has nothing to apply it to. */
type Act = (ledger: Ledger, random: (below: number) => number) => Promise<boolean>

const someOrg = (random: (below: number) => number) => pick(random, orgs) ?? ''
const somePermit = (random: (below: number) => number, org: string) =>
  pick(random, permitsOf.get(org) ?? []) ?? ''
const openFee = (ledger: Ledger, random: (below: number) => number) =>
  pick(
    random,
    ledger.fees.filter(({ state }) => state === 'OPEN'),
  )

async function newCredit(
  ledger: Ledger,
  org: string,
  permit: string | null,
  total: number,
  pid: string,
): Promise<boolean> {
  ledger.credits.push({
    pid,
    org,
    permit,
    total,
    seq: ledger.credits.length,
    refunded: 0,
    released: new Set(),
  })
  return true
}

const doing: Readonly<Record<string, Act>> = {
  async fee(ledger, random) {
    const org = someOrg(random)
    const permit = somePermit(random, org)
    const body = newFeeBody(random, permit)
    const pid = String((await ask(people.team, 'POST', 'payments', body, 201))['pid'])
    const due = body.dueDate ?? '9999-12-31'
    const amounts = { pid, org, permit, total: body.amount, due, seq: ledger.fees.length }
    ledger.fees.push({
      ...amounts,
      state: 'OPEN',
      covers: new Map(),
      refunded: 0,
    })
    return true
  },
  async payment(ledger, random) {
    const org = someOrg(random)
    const permit = somePermit(random, org)
    const amount = 1 + random(12_000)
    const { pid } = await ask(
      people.team,
      'POST',
      'payments/record',
      { permit, amount, method: 'CHEQUE' },
      201,
    )
    return newCredit(ledger, org, permit, amount, String(pid))
  },
  async partOfFee(ledger, random) {
    const fee = openFee(ledger, random)
    if (fee === undefined) return false
    const amount = 1 + random(fee.total * 2)
    const open = fee.total - coveredOf(fee)
    const { pid } = await ask(
      people.team,
      'POST',
      'payments/record',
      { fee: fee.pid, amount, method: 'CASH' },
      201,
    )
    await newCredit(ledger, fee.org, fee.permit, amount, String(pid))
    const credit = ledger.credits.at(-1)
    if (credit !== undefined) ledger.put(credit, fee, Math.min(amount, open))
    return true
  },
  async account(ledger, random) {
    const org = someOrg(random)
    const amount = 1 + random(12_000)
    const { pid } = await ask(people.team, 'POST', 'payments/record', { org, amount, method: 'WIRE' }, 201)
    return newCredit(ledger, org, null, amount, String(pid))
  },
  async deposit(ledger, random) {
    const org = someOrg(random)
    const permit = somePermit(random, org)
    const amount = 1 + random(6_000)
    const pid = String(
      (
        await ask(
          people.team,
          'POST',
          'payments',
          { permit, kind: 'DEPOSIT', feeCode: 'SERVICE_FEE', amount },
          201,
        )
      )['pid'],
    )
    await step(pid, 'PAID')
    return newCredit(ledger, org, permit, amount, pid)
  },
  async invoice(ledger, random) {
    const open = pick(
      random,
      ledger.invoices.filter(({ isOpen }) => isOpen),
    )
    if (open !== undefined && random(2) === 0) {
      await step(open.pid, 'PAID')
      open.isOpen = false
      return true
    }
    const org = someOrg(random)
    const total = 1 + random(8_000)
    const pid = String(
      (
        await ask(
          people.team,
          'POST',
          'payments',
          { org, kind: 'INVOICE', feeCode: 'SERVICE_FEE', amount: total },
          201,
        )
      )['pid'],
    )
    ledger.invoices.push({ pid, org, total, isOpen: true })
    return true
  },
  async moveInvoice(ledger, random) {
    const open = pick(
      random,
      ledger.invoices.filter(({ isOpen }) => isOpen),
    )
    if (open === undefined) return false
    const org = someOrg(random)
    await ask(people.team, 'PATCH', 'payments', { pids: [open.pid], patch: { org } })
    open.org = org
    return true
  },
  async payDirectly(ledger, random) {
    const fee = openFee(ledger, random)
    if (fee === undefined) return false
    await step(fee.pid, 'PAID')
    fee.state = 'PAID'
    return true
  },
  async refundFee(ledger, random) {
    const fee = pick(
      random,
      ledger.fees.filter((fee) => fee.state === 'PAID' && fee.refunded < fee.total),
    )
    if (fee === undefined) return false
    const amount = 1 + random(fee.total - fee.refunded)
    await ask(people.admin, 'POST', `payments/${fee.pid}/refunds`, { amount, reason: 'Too much' }, 201)
    fee.refunded += amount
    return true
  },
  async refundCredit(ledger, random) {
    const credit = pick(
      random,
      ledger.credits.filter((credit) => ledger.freeOf(credit) > 0),
    )
    if (credit === undefined) return false
    const amount = 1 + random(ledger.freeOf(credit))
    await ask(people.admin, 'POST', `payments/${credit.pid}/refunds`, { amount, reason: 'Too much' }, 201)
    credit.refunded += amount
    return true
  },
  async voidFee(ledger, random) {
    const fee = pick(
      random,
      ledger.fees.filter((fee) => fee.state === 'OPEN' || (fee.state === 'PAID' && fee.refunded < fee.total)),
    )
    if (fee === undefined) return false
    await step(fee.pid, 'VOID')
    const direct = directOf(fee)
    ledger.takeOff(fee, coveredOf(fee) - Math.max(0, fee.refunded - direct))
    fee.state = 'VOID'
    return true
  },
  async voidCredit(ledger, random) {
    const credit = pick(
      random,
      ledger.credits.filter((credit) => ledger.putOf(credit) === 0 && credit.refunded < credit.total),
    )
    if (credit === undefined) return false
    await step(credit.pid, 'VOID')
    credit.refunded = credit.total
    return true
  },
  async remove(ledger, random) {
    const fee = openFee(ledger, random)
    if (fee === undefined) return false
    await ask(people.admin, 'DELETE', `payments/${fee.pid}`)
    fee.covers.clear()
    fee.state = 'DELETED'
    return true
  },
  async restore(ledger, random) {
    const fee = pick(
      random,
      ledger.fees.filter(({ state }) => state === 'DELETED'),
    )
    if (fee === undefined) return false
    await ask(people.admin, 'POST', `payments/${fee.pid}/restore`)
    fee.state = 'OPEN'
    return true
  },
  async change(ledger, random) {
    const fee = openFee(ledger, random)
    if (fee === undefined) return false
    const amount = 1 + random(9_000)
    await ask(people.team, 'PATCH', `payments/${fee.pid}`, { amount })
    fee.total = amount
    ledger.takeOff(fee, Math.max(0, coveredOf(fee) - amount))
    return true
  },
  async move(ledger, random) {
    const fee = openFee(ledger, random)
    if (fee === undefined) return false
    const permit = somePermit(random, fee.org)
    await ask(people.team, 'PATCH', `payments/${fee.pid}`, { permit })
    if (permit !== fee.permit) fee.covers.clear()
    fee.permit = permit
    return true
  },
  async allocate(ledger, random) {
    const credit = pick(
      random,
      ledger.credits.filter((credit) => ledger.freeOf(credit) > 0),
    )
    const permit = credit === undefined ? '' : somePermit(random, credit.org)
    const open = ledger.openOf(permit)
    const owed = open.reduce((sum, fee) => sum + fee.total - coveredOf(fee), 0)
    if (credit === undefined || owed === 0) return false
    let amount = 1 + random(Math.min(owed, ledger.freeOf(credit)))
    await ask(people.team, 'POST', `payments/${credit.pid}/allocations`, { permit, amount })
    for (const fee of open) {
      const part = Math.min(amount, fee.total - coveredOf(fee))
      if (part > 0) ledger.put(credit, fee, part)
      amount -= part
    }
    return true
  },
  async release(ledger, random) {
    const credit = pick(
      random,
      ledger.credits.filter((credit) => ledger.putOf(credit) > 0),
    )
    if (credit === undefined) return false
    const covered = ledger.fees.filter(({ covers }) => covers.has(credit.pid))
    const permit = pick(random, covered)?.permit ?? ''
    const fees = covered.filter((fee) => fee.permit === permit)
    if (fees.some((fee) => fee.state === 'VOID' || fee.refunded > 0 || directOf(fee) > 0)) return false
    await ask(people.team, 'POST', `payments/${credit.pid}/allocations/release`, { permit })
    for (const fee of fees) {
      fee.covers.delete(credit.pid)
      fee.state = 'OPEN'
    }
    credit.released.add(permit)
    return true
  },
}

async function compare(ledger: Ledger, told: string): Promise<void> {
  const permits = [...permitsOf.values()].flat()
  const [found, balances] = await Promise.all([
    Promise.all(permits.map((permit) => ask(people.team, 'GET', `permits/${permit}`))),
    Promise.all(orgs.map((org) => ask(people.admin, 'GET', `orgs/${org}`))),
  ])
  assert.deepEqual(
    [
      found.map((match) => [match['feeTotal'], match['paidTotal'], match['refundedTotal'], match['balance']]),
      balances.map(({ balance }) => balance),
    ],
    [permits.map((permit) => ledger.totalsOf(permit)), orgs.map((org) => ledger.balanceOf(org))],
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
    for (let [done, walkEnd] = [0, 0]; done < acts;) {
      // Long runs switch to new clients, so that the acts stay fast.
      if (done === walkEnd) {
        walkEnd += 400
        ledger = new Ledger()
        await newClients()
      }
      const name =
        pick(random, [
          ...Object.keys(doing),
          'fee',
          'fee',
          'fee',
          'fee',
          'allocate',
          'partOfFee',
          'payment',
        ]) ?? 'fee'
      if (!(await doing[name]?.(ledger, random))) continue
      ledger.settle()
      done += 1
      counts.set(name, (counts.get(name) ?? 0) + 1)
      await compare(ledger, `seed ${seed}, act ${done}: ${name}`)
    }
    t.diagnostic(
      `seed ${seed}: ${acts} acts, ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    )
  },
)

/** Builds a ledger from the rows of the current clients in the database. */
async function readLedger(): Promise<Ledger> {
  const rows = await portal.deps.database.query(
    'select pid, kind, status, total, org, permit, refund_of, seq, deleted_at is not null as deleted from payments where org = any($1) order by seq',
    [orgs],
    StoredPayment,
  )
  const parts = await portal.deps.database.query(
    'select a.payment, a.fee, a.amount from payment_allocations a join payments p on p.pid = a.payment where p.org = any($1) order by a.id',
    [orgs],
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
      const permits = [...permitsOf.values()].flat()
      const begin = randomOf(seed + round)
      for (const permit of permits) {
        await ask(people.team, 'POST', 'payments', newFeeBody(begin, permit), 201)
        await ask(people.team, 'POST', 'payments', newFeeBody(begin, permit), 201)
      }
      const write = async (writer: number) => {
        const random = randomOf(seed + round * 1_000 + writer)
        for (let done = 0; done < 12; done += 1) {
          const rows = await portal.deps.database.query(
            'select pid, kind from payments where permit = any($1) order by seq',
            [permits],
            z.object({ pid: z.string(), kind: z.string() }),
          )
          const pid = pick(random, rows)?.pid ?? ''
          const permit = pick(random, permits) ?? ''
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
