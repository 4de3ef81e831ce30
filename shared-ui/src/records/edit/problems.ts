import { Refusal, checkWrite, findField, localizeOnScreen } from '@portal/contract'
import type { Actor, Declaration, ProblemError } from '@portal/contract'
import { ApiProblem } from '../../api/api-problem.ts'
import { labelOf } from '../declaration/label-of.ts'
import { amountProblemOf, fromForm } from './form-values.ts'
import type { FormValue } from './form-values.ts'
import { t } from './texts.ts'

/** What is wrong, in words, by field name. */
export type FieldProblems = Readonly<Record<string, string>>

/** The body of a write; added fields stand under `custom`. */
export function bodyOf(
  declaration: Declaration,
  values: Readonly<Record<string, FormValue>>,
  currency: string,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  const custom: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const declared = findField(declaration, name)
    if (declared === undefined) continue
    const written = fromForm(declared, value, currency)
    if (name.startsWith('custom.')) custom[name.slice('custom.'.length)] = written
    else body[name] = written
  }
  return Object.keys(custom).length === 0 ? body : { ...body, custom }
}

/** `body.title is longer than 500 characters` as `Title is longer than 500 characters`. */
function toWords(declaration: Declaration, name: string, { path, detail }: ProblemError): string {
  const label = labelOf(declaration, name)
  const problem = [path, name]
    .reduce((text, start) => (text.startsWith(start) ? text.slice(start.length) : text), detail)
    .replace(/^[:\s]+/, '')
  return problem === detail ? detail : t('wrong', { label, problem })
}

function byField(declaration: Declaration, errors: readonly ProblemError[]): FieldProblems {
  const named = errors.flatMap((error): [string, string][] => {
    const name = error.path.replace(/^body\./, '')
    return findField(declaration, name) === undefined ? [] : [[name, toWords(declaration, name, error)]]
  })
  return Object.fromEntries(named.toReversed())
}

/** Amounts that cannot be read, each with what to write instead. */
function unreadAmounts(
  declaration: Declaration,
  values: Readonly<Record<string, FormValue>>,
  currency: string,
): FieldProblems {
  const named = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (findField(declaration, name)?.type !== 'money' || typeof value !== 'string' || value.trim() === '')
      return []
    const problem = amountProblemOf(value, currency)
    return problem === null ? [] : [[name, t('wrong', { label: labelOf(declaration, name), problem })]]
  })
  return Object.fromEntries(named)
}

/**
 * What the server would say of these values, said before it is asked: the same schema judges on both sides.
 */
export function problemsOf(
  declaration: Declaration,
  actor: Pick<Actor, 'role'>,
  values: Readonly<Record<string, FormValue>>,
  currency: string,
  required: readonly string[],
): FieldProblems {
  const body = bodyOf(declaration, values, currency)
  const missing = required.filter((name) => {
    const declared = findField(declaration, name)
    const value = values[name]
    return declared !== undefined && (value === undefined || fromForm(declared, value, currency) === null)
  })
  const lacks = Object.fromEntries(
    missing.map((name) => [name, t('required', { label: labelOf(declaration, name) })]),
  )
  try {
    checkWrite(declaration, actor, body)
    return lacks
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      ...byField(
        declaration,
        (error.extras.errors ?? []).map((error) => ({ ...error, detail: localizeOnScreen(error.detail) })),
      ),
      ...unreadAmounts(declaration, values, currency),
      ...lacks,
    }
  }
}

/** The places a refused write names, by field. */
export function refusedFields(declaration: Declaration, error: unknown): FieldProblems {
  return error instanceof ApiProblem ? byField(declaration, error.problem.errors ?? []) : {}
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
