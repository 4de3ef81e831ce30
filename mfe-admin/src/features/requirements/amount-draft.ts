import { FeeAmount, localizeOnScreen } from '@portal/contract'
import type { Field } from '@portal/contract'
import { money, readTyped, toTyped } from '../../parts/typed-number.ts'
import { t } from './texts.ts'

/** One step of a fee as it is typed. */
export interface StepDraft {
  /** Stays the same while steps before it are removed. */
  id: number
  above: string
  base: string
  per: string
  each: string
}

/** How much a fee is, as it is typed. */
export interface AmountDraft {
  fee: string
  /** The field that the amount depends on; null: always the same, the base of the first step. */
  by: string | null
  steps: readonly StepDraft[]
  least: string
  most: string
}

const stepFields = ['above', 'base', 'per', 'each'] as const
export type StepField = (typeof stepFields)[number]

/** What is wrong, by step and field. */
export interface AmountProblems {
  steps: Readonly<Record<number, Partial<Record<StepField, string>>>>
  least?: string
  most?: string
  /** What is wrong with the steps together. */
  all?: string
}

type Kind = Pick<Field, 'type'>

/** Values of the field that an amount depends on; a field that is gone counts as a number. */
export const kindOf = (by: string | null, fields: ReadonlyMap<string, Field>): Kind =>
  (by === null ? undefined : fields.get(by)) ?? { type: 'decimal' }

const zero = '0'
export const newStep = (steps: readonly StepDraft[]): StepDraft => ({
  id: Math.max(0, ...steps.map(({ id }) => id)) + 1,
  above: steps.length === 0 ? zero : '',
  base: '',
  per: '',
  each: '',
})

export const newAmount = (fee: string, by: string | null): AmountDraft => ({
  fee,
  by,
  steps: [newStep([])],
  least: '',
  most: '',
})

export function toAmountDraft(
  { fee, by, steps, least, most }: FeeAmount,
  fields: ReadonlyMap<string, Field>,
  currency: string,
): AmountDraft {
  const kind = kindOf(by, fields)
  return {
    fee,
    by,
    steps: steps.map((step, id) => ({
      id,
      above: toTyped(step.above, kind, currency),
      base: toTyped(step.base, money, currency),
      per: toTyped(step.per, money, currency),
      each: toTyped(step.each, kind, currency),
    })),
    least: toTyped(least, money, currency),
    most: toTyped(most, money, currency),
  }
}

const labelOf = (name: PropertyKey | undefined) => {
  if (name === 'above' || name === 'base' || name === 'per' || name === 'each') return t(`step_${name}`)
  return t(name === 'least' ? 'least' : name === 'most' ? 'most' : 'stepsName')
}

type Issue = NonNullable<ReturnType<typeof FeeAmount.safeParse>['error']>['issues'][number]

function sentenceOf({ code, message, path }: Issue): string {
  if (code === 'too_big') return t('tooLarge')
  if (code === 'too_small') return t('tooSmall')
  // A step as a whole lacks the amount or the units that it is for.
  const name = path.length === 2 ? 'per' : path.at(-1)
  return t('wrong', { label: labelOf(name), problem: localizeOnScreen(message) })
}

/** What the schema of the contract says, at the fields it says it of. */
function placed(issues: readonly Issue[]): AmountProblems {
  const steps: Record<number, Partial<Record<StepField, string>>> = {}
  const problems: AmountProblems = { steps }
  for (const issue of issues.toReversed()) {
    const [part, at, name] = issue.path
    const said = sentenceOf(issue)
    if (part === 'least' || part === 'most') problems[part] = said
    else if (typeof at === 'number')
      steps[at] = { ...steps[at], [stepFields.find((each) => each === name) ?? 'per']: said }
    else problems.all = said
  }
  return problems
}

const isFine = ({ steps, ...others }: AmountProblems) =>
  Object.values(steps).every((step) => Object.keys(step).length === 0) && Object.keys(others).length === 0

/** The amount that was typed, null while something is wrong with it, and what is wrong. */
export function readAmountDraft(
  { fee, by, steps, least, most }: AmountDraft,
  fields: ReadonlyMap<string, Field>,
  currency: string,
): { amount: FeeAmount | null; problems: AmountProblems } {
  const kind = kindOf(by, fields)
  const read = steps.map((step) => ({
    above: readTyped(step.above, kind, currency),
    base: readTyped(step.base, money, currency),
    per: readTyped(step.per, money, currency),
    each: readTyped(step.each, kind, currency),
  }))
  const limits = { least: readTyped(least, money, currency), most: readTyped(most, money, currency) }
  const unread: AmountProblems = {
    steps: Object.fromEntries(
      read.map((step, at) => [
        at,
        Object.fromEntries(
          stepFields.flatMap((name): [string, string][] => {
            const { value, problem } = step[name]
            const isMissing = (name === 'above' || name === 'base') && value === undefined
            return problem !== null ? [[name, problem]] : isMissing ? [[name, t('amountMissing')]] : []
          }),
        ),
      ]),
    ),
    ...(limits.least.problem !== null && { least: limits.least.problem }),
    ...(limits.most.problem !== null && { most: limits.most.problem }),
  }
  if (!isFine(unread)) return { amount: null, problems: unread }
  const parsed = FeeAmount.safeParse({
    fee,
    by,
    steps: read.map(({ above, base, per, each }) => ({
      above: above.value,
      base: base.value,
      ...(per.value !== undefined && { per: per.value }),
      ...(each.value !== undefined && { each: each.value }),
    })),
    ...(limits.least.value !== undefined && { least: limits.least.value }),
    ...(limits.most.value !== undefined && { most: limits.most.value }),
  })
  return parsed.success
    ? { amount: parsed.data, problems: { steps: {} } }
    : { amount: null, problems: placed(parsed.error.issues) }
}
