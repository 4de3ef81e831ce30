import { readAmount } from '@portal/contract'
import type { Field } from '@portal/contract'
import { amountIn, amountProblemOf, formatAmount, formatMoney, formatNumber } from '@portal/shared-ui'
import { t } from './condition-texts.ts'

type Kind = Pick<Field, 'type'>

export const money: Kind = { type: 'money' }

/** A number or, in the smallest unit, an amount: as it is typed; undefined is empty. */
export function toTyped(value: number | undefined, { type }: Kind, currency: string): string {
  if (value === undefined) return ''
  return type === 'money' ? formatAmount(value, currency) : formatNumber(value)
}

/** The same for reading: `$50,000.00`, `12.5`. */
export const formatFieldNumber = (value: number, { type }: Kind, currency: string): string =>
  type === 'money' ? formatMoney(value, currency) : formatNumber(value)

export interface NumberInput {
  /** Undefined when nothing was typed, or no number. Amounts are in their smallest unit. */
  value: number | undefined
  problem: string | null
}

/** Reads what was typed into a field for a number or an amount. */
export function readTyped(text: string, { type }: Kind, currency: string): NumberInput {
  if (text.trim() === '') return { value: undefined, problem: null }
  if (type === 'money') {
    const problem = amountProblemOf(text, currency)
    return {
      value: amountIn(text, currency) ?? undefined,
      problem: problem === null ? null : t('amountUnread', { problem }),
    }
  }
  const decimals = text.split('.')[1]?.trim().length ?? 0
  const read = readAmount(text, decimals)
  return 'units' in read
    ? { value: read.units / 10 ** decimals, problem: null }
    : { value: undefined, problem: t('notANumber') }
}
