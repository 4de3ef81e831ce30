import { RuleCondition, isNumberField } from '@portal/contract'
import type { Field } from '@portal/contract'
import { t } from './condition-texts.ts'
import { readTyped, toTyped } from './typed-number.ts'

/** One field of a condition as it is being edited: chosen values, or the limits of a range as typed. */
export interface ConditionRow {
  /** Stays the same while another field is chosen. */
  id: number
  field: string
  values: readonly (string | boolean)[]
  least: string
  most: string
}

export const emptyRow = (field: string, id = 0): ConditionRow => ({
  id,
  field,
  values: [],
  least: '',
  most: '',
})

/** What is wrong with a row, by its inputs. */
export interface RowProblems {
  field?: string
  values?: string
  least?: string
  most?: string
}

type Fields = ReadonlyMap<string, Field>

export const toRows = (condition: RuleCondition, fields: Fields, currency: string): ConditionRow[] =>
  Object.entries(condition).map(([field, asked], id) => {
    if (Array.isArray(asked)) return { ...emptyRow(field, id), values: asked }
    const declared = fields.get(field) ?? { type: 'decimal' as const }
    return {
      ...emptyRow(field, id),
      least: toTyped(asked.min, declared, currency),
      most: toTyped(asked.max, declared, currency),
    }
  })

function readRow(
  row: ConditionRow,
  declared: Field | undefined,
  currency: string,
): { asked: unknown; problems: RowProblems } {
  if (declared === undefined) return { asked: row.values, problems: { field: t('fieldGone') } }
  if (!isNumberField(declared))
    return { asked: row.values, problems: row.values.length === 0 ? { values: t('valueMissing') } : {} }
  const least = readTyped(row.least, declared, currency)
  const most = readTyped(row.most, declared, currency)
  const unread = {
    ...(least.problem !== null && { least: least.problem }),
    ...(most.problem !== null && { most: most.problem }),
  }
  const asked = {
    ...(least.value !== undefined && { min: least.value }),
    ...(most.value !== undefined && { max: most.value }),
  }
  if (Object.keys(unread).length > 0) return { asked, problems: unread }
  if (asked.min === undefined && asked.max === undefined)
    return { asked, problems: { least: t('limitMissing') } }
  const isReversed = asked.min !== undefined && asked.max !== undefined && asked.min > asked.max
  return { asked, problems: isReversed ? { most: t('endsFirst') } : {} }
}

/** The condition that rows say, null while something is wrong with them, and what is wrong by row. */
export function readRows(
  rows: readonly ConditionRow[],
  fields: Fields,
  currency: string,
): { condition: RuleCondition | null; problems: readonly RowProblems[] } {
  const read = rows.map((row) => readRow(row, fields.get(row.field), currency))
  const problems = read.map((each) => each.problems)
  if (problems.some((each) => Object.keys(each).length > 0)) return { condition: null, problems }
  const parsed = RuleCondition.safeParse(
    Object.fromEntries(rows.map(({ field }, at) => [field, read[at]?.asked])),
  )
  return { condition: parsed.data ?? null, problems }
}
