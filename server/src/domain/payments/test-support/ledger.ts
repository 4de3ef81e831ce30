import { z } from 'zod'

/**
 * An independent ledger for the payment tests. It is written only from the rules of decisions 0056 and 0057.
 */

/** A payment as it is stored. */
export const StoredPayment = z.object({
  pid: z.string(),
  kind: z.string(),
  status: z.string(),
  total: z.number(),
  org: z.string(),
  permit: z.string().nullable(),
  refund_of: z.string().nullable(),
  seq: z.number(),
  deleted: z.boolean(),
})

/** Pseudorandom numbers determined by the seed. */
export function randomOf(start: number): (below: number) => number {
  let state = start >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return (Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0) % below
  }
}

/** A random item, or undefined if there are none. */
export const pick = <Item>(random: (below: number) => number, items: readonly Item[]): Item | undefined =>
  items[random(items.length)]

export interface LedgerFee {
  pid: string
  org: string
  permit: string
  total: number
  /** Due date; the latest possible date if it has none. */
  due: string
  seq: number
  state: 'OPEN' | 'PAID' | 'VOID' | 'DELETED'
  /** Amounts of the payments that cover it, by pid, in the order of allocation. */
  covers: Map<string, number>
  refunded: number
}

export interface LedgerCredit {
  pid: string
  org: string
  permit: string | null
  total: number
  seq: number
  refunded: number
  /** Permits it was manually released from. */
  released: Set<string>
}

export interface LedgerInvoice {
  pid: string
  org: string
  total: number
  isOpen: boolean
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)
export const coveredOf = (fee: LedgerFee) => sum(fee.covers.values())
/** The part of a paid fee that no payment covers. */
export const directOf = (fee: LedgerFee) => (fee.state === 'PAID' ? fee.total - coveredOf(fee) : 0)

export class Ledger {
  fees: LedgerFee[] = []
  credits: LedgerCredit[] = []
  invoices: LedgerInvoice[] = []

  putOf(credit: LedgerCredit): number {
    return sum(this.fees.map(({ covers }) => covers.get(credit.pid) ?? 0))
  }

  freeOf(credit: LedgerCredit): number {
    return credit.total - credit.refunded - this.putOf(credit)
  }

  put(credit: LedgerCredit, fee: LedgerFee, amount: number): void {
    fee.covers.set(credit.pid, (fee.covers.get(credit.pid) ?? 0) + amount)
    if (coveredOf(fee) === fee.total) fee.state = 'PAID'
  }

  /** Releases the latest allocations first. */
  takeOff(fee: LedgerFee, amount: number): void {
    let rest = amount
    for (const [credit, covers] of [...fee.covers].toReversed()) {
      const part = Math.min(rest, covers)
      rest -= part
      if (part === covers) fee.covers.delete(credit)
      else fee.covers.set(credit, covers - part)
    }
  }

  openOf(permit: string): LedgerFee[] {
    const open = this.fees.filter((fee) => fee.permit === permit && fee.state === 'OPEN')
    return open.toSorted((a, other) => a.due.localeCompare(other.due) || a.seq - other.seq)
  }

  /** Covers the fees of each permit by due date, with the oldest payments first. */
  settle(): void {
    for (const fee of this.fees) if (fee.state === 'OPEN' && coveredOf(fee) === fee.total) fee.state = 'PAID'
    for (const permit of new Set(this.fees.map((fee) => fee.permit))) {
      for (const fee of this.openOf(permit)) {
        for (const credit of this.credits) {
          const isFor = credit.permit === permit && credit.org === fee.org && !credit.released.has(permit)
          const part = isFor ? Math.min(this.freeOf(credit), fee.total - coveredOf(fee)) : 0
          if (part > 0) this.put(credit, fee, part)
        }
      }
    }
  }

  /** `feeTotal, paidTotal, refundedTotal, balance` of a permit. */
  totalsOf(permit: string): number[] {
    const asked = this.fees.filter(
      (fee) => fee.permit === permit && (fee.state === 'OPEN' || fee.state === 'PAID'),
    )
    const fees = sum(asked.map(({ total }) => total))
    const received = sum(asked.map((fee) => (fee.state === 'PAID' ? fee.total : coveredOf(fee))))
    const refunded = sum(asked.map((fee) => fee.refunded))
    return [fees, received - refunded, refunded, fees - received]
  }

  /** What an organization owes. */
  balanceOf(org: string): number {
    const open = this.fees
      .filter((fee) => fee.org === org && fee.state === 'OPEN')
      .map((fee) => fee.total - coveredOf(fee))
    const invoices = this.invoices
      .filter((invoice) => invoice.org === org && invoice.isOpen)
      .map(({ total }) => total)
    const credits = this.credits.filter((credit) => credit.org === org).map((credit) => this.freeOf(credit))
    return sum(open) + sum(invoices) - sum(credits)
  }
}
