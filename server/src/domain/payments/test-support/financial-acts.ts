import { addDays } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { coveredOf, directOf, pick } from './ledger.ts'
import type { Ledger } from './ledger.ts'

/** A random whole number from 0 to below the given one. */
type Random = (below: number) => number

/** Runs one act on the server and on the ledger; false if the ledger has nothing to apply it to. */
export type Act = (ledger: Ledger, random: Random) => Promise<boolean>

/** A permit allows one fee of each kind per cycle and at most a thousand cycles. */
const kinds = ['PERMIT_FEE', 'PLAN_REVIEW', 'APPLICATION_FEE', 'PENALTY'] as const

const pickWhere = <Item>(random: Random, items: readonly Item[], fits: (item: Item) => boolean) =>
  pick(random, items.filter(fits))
const openFee = (ledger: Ledger, random: Random) =>
  pickWhere(random, ledger.fees, ({ state }) => state === 'OPEN')
const openInvoice = (ledger: Ledger, random: Random) =>
  pickWhere(random, ledger.invoices, ({ isOpen }) => isOpen)
const freeCredit = (ledger: Ledger, random: Random) =>
  pickWhere(random, ledger.credits, (credit) => ledger.freeOf(credit) > 0)

function addCredit(ledger: Ledger, org: string, permit: string | null, total: number, pid: string) {
  const credit = {
    pid,
    org,
    permit,
    total,
    seq: ledger.credits.length,
    refunded: 0,
    released: new Set<string>(),
  }
  ledger.credits.push(credit)
  return credit
}

/** Clients of a portal that is started later, and every act that changes what they owe. */
export function financialActs(portal: () => TestApp, people: () => Record<Role, Person>) {
  const ask = apiClient(portal)
  const make = async (apiPath: string, body: object) =>
    String((await ask(people().team, 'POST', apiPath, body, 201))['pid'])
  const step = (pid: string, to: string) =>
    ask(people().admin, 'POST', `payments/${pid}/transitions`, { to, reason: 'Because' })
  const refund = (pid: string, amount: number) =>
    ask(people().admin, 'POST', `payments/${pid}/refunds`, { amount, reason: 'Too much' }, 201)

  /** Permits by organization. */
  const permitsOf = new Map<string, string[]>()
  /** Number of fees of the current clients. */
  let feeCount = 0

  /** Creates two clients with three permits each for the following acts. */
  async function newClients(): Promise<void> {
    const orgs = [await portal().given.org(), await portal().given.org()]
    permitsOf.clear()
    feeCount = 0
    for (const org of orgs) {
      const body = { title: 'Two garages', org, permitType: 'SIGN' }
      permitsOf.set(org, await Promise.all([0, 1, 2].map(() => make('permits', body))))
    }
  }
  const orgs = () => [...permitsOf.keys()]
  const permits = () => [...permitsOf.values()].flat()
  const someOrg = (random: Random) => pick(random, orgs()) ?? ''
  const somePermit = (random: Random, org: string) => pick(random, permitsOf.get(org) ?? []) ?? ''

  /** The request body of a new fee, with a due date or without. */
  function newFeeBody(random: Random, permit: string) {
    const today = portal().clock.now().toISOString().slice(0, 10)
    const dueDate = random(3) === 0 ? undefined : addDays(today, random(30))
    feeCount += 1
    const [feeCode, cycleNo] = [kinds[feeCount % kinds.length], 1 + Math.floor(feeCount / kinds.length)]
    return { permit, kind: 'FEE', feeCode, amount: 1 + random(9_000), cycleNo, ...(dueDate && { dueDate }) }
  }

  const acts: Readonly<Record<string, Act>> = {
    async fee(ledger, random) {
      const org = someOrg(random)
      const permit = somePermit(random, org)
      const body = newFeeBody(random, permit)
      const pid = await make('payments', body)
      const due = body.dueDate ?? '9999-12-31'
      const amounts = { pid, org, permit, total: body.amount, due, seq: ledger.fees.length }
      ledger.fees.push({ ...amounts, state: 'OPEN', covers: new Map(), refunded: 0 })
      return true
    },
    async payment(ledger, random) {
      const org = someOrg(random)
      const permit = somePermit(random, org)
      const amount = 1 + random(12_000)
      const pid = await make('payments/record', { permit, amount, method: 'CHEQUE' })
      addCredit(ledger, org, permit, amount, pid)
      return true
    },
    async partOfFee(ledger, random) {
      const fee = openFee(ledger, random)
      if (fee === undefined) return false
      const amount = 1 + random(fee.total * 2)
      const open = fee.total - coveredOf(fee)
      const pid = await make('payments/record', { fee: fee.pid, amount, method: 'CASH' })
      ledger.put(addCredit(ledger, fee.org, fee.permit, amount, pid), fee, Math.min(amount, open))
      return true
    },
    async account(ledger, random) {
      const org = someOrg(random)
      const amount = 1 + random(12_000)
      const pid = await make('payments/record', { org, amount, method: 'WIRE' })
      addCredit(ledger, org, null, amount, pid)
      return true
    },
    async deposit(ledger, random) {
      const org = someOrg(random)
      const permit = somePermit(random, org)
      const amount = 1 + random(6_000)
      const pid = await make('payments', { permit, kind: 'DEPOSIT', feeCode: 'SERVICE_FEE', amount })
      await step(pid, 'PAID')
      addCredit(ledger, org, permit, amount, pid)
      return true
    },
    async invoice(ledger, random) {
      const open = openInvoice(ledger, random)
      if (open !== undefined && random(2) === 0) {
        await step(open.pid, 'PAID')
        open.isOpen = false
        return true
      }
      const org = someOrg(random)
      const total = 1 + random(8_000)
      const pid = await make('payments', { org, kind: 'INVOICE', feeCode: 'SERVICE_FEE', amount: total })
      ledger.invoices.push({ pid, org, total, isOpen: true })
      return true
    },
    async moveInvoice(ledger, random) {
      const open = openInvoice(ledger, random)
      if (open === undefined) return false
      const org = someOrg(random)
      await ask(people().team, 'PATCH', 'payments', { pids: [open.pid], patch: { org } })
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
      const fee = pickWhere(
        random,
        ledger.fees,
        ({ state, refunded, total }) => state === 'PAID' && refunded < total,
      )
      if (fee === undefined) return false
      const amount = 1 + random(fee.total - fee.refunded)
      await refund(fee.pid, amount)
      fee.refunded += amount
      return true
    },
    async refundCredit(ledger, random) {
      const credit = freeCredit(ledger, random)
      if (credit === undefined) return false
      const amount = 1 + random(ledger.freeOf(credit))
      await refund(credit.pid, amount)
      credit.refunded += amount
      return true
    },
    async voidFee(ledger, random) {
      const fee = pickWhere(
        random,
        ledger.fees,
        ({ state, refunded, total }) => state === 'OPEN' || (state === 'PAID' && refunded < total),
      )
      if (fee === undefined) return false
      await step(fee.pid, 'VOID')
      const direct = directOf(fee)
      ledger.takeOff(fee, coveredOf(fee) - Math.max(0, fee.refunded - direct))
      fee.state = 'VOID'
      return true
    },
    async voidCredit(ledger, random) {
      const credit = pickWhere(
        random,
        ledger.credits,
        (each) => ledger.putOf(each) === 0 && each.refunded < each.total,
      )
      if (credit === undefined) return false
      await step(credit.pid, 'VOID')
      credit.refunded = credit.total
      return true
    },
    async remove(ledger, random) {
      const fee = openFee(ledger, random)
      if (fee === undefined) return false
      await ask(people().admin, 'DELETE', `payments/${fee.pid}`)
      fee.covers.clear()
      fee.state = 'DELETED'
      return true
    },
    async restore(ledger, random) {
      const fee = pickWhere(random, ledger.fees, ({ state }) => state === 'DELETED')
      if (fee === undefined) return false
      await ask(people().admin, 'POST', `payments/${fee.pid}/restore`)
      fee.state = 'OPEN'
      return true
    },
    async change(ledger, random) {
      const fee = openFee(ledger, random)
      if (fee === undefined) return false
      const amount = 1 + random(9_000)
      await ask(people().team, 'PATCH', `payments/${fee.pid}`, { amount })
      fee.total = amount
      ledger.takeOff(fee, Math.max(0, coveredOf(fee) - amount))
      return true
    },
    async move(ledger, random) {
      const fee = openFee(ledger, random)
      if (fee === undefined) return false
      const permit = somePermit(random, fee.org)
      await ask(people().team, 'PATCH', `payments/${fee.pid}`, { permit })
      if (permit !== fee.permit) fee.covers.clear()
      fee.permit = permit
      return true
    },
    async allocate(ledger, random) {
      const credit = freeCredit(ledger, random)
      const permit = credit === undefined ? '' : somePermit(random, credit.org)
      const open = ledger.openOf(permit)
      const owed = open.reduce((sum, fee) => sum + fee.total - coveredOf(fee), 0)
      if (credit === undefined || owed === 0) return false
      let amount = 1 + random(Math.min(owed, ledger.freeOf(credit)))
      await ask(people().team, 'POST', `payments/${credit.pid}/allocations`, { permit, amount })
      for (const fee of open) {
        const part = Math.min(amount, fee.total - coveredOf(fee))
        if (part > 0) ledger.put(credit, fee, part)
        amount -= part
      }
      return true
    },
    async release(ledger, random) {
      const credit = pickWhere(random, ledger.credits, (each) => ledger.putOf(each) > 0)
      if (credit === undefined) return false
      const covered = ledger.fees.filter(({ covers }) => covers.has(credit.pid))
      const permit = pick(random, covered)?.permit ?? ''
      const fees = covered.filter((fee) => fee.permit === permit)
      if (fees.some((fee) => fee.state === 'VOID' || fee.refunded > 0 || directOf(fee) > 0)) return false
      await ask(people().team, 'POST', `payments/${credit.pid}/allocations/release`, { permit })
      for (const fee of fees) {
        fee.covers.delete(credit.pid)
        fee.state = 'OPEN'
      }
      credit.released.add(permit)
      return true
    },
  }
  return { ask, newClients, orgs, permits, newFeeBody, acts }
}
