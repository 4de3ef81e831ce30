import { Refusal, invalid } from '../problem.ts'
import type { ProblemError } from '../problem.ts'
import { findField, isVisibleField, isWritableField } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import type { Actor } from '../session.ts'
import { writableValue } from './values.ts'

/** Checked values of a write, by field name. */
export type RecordValues = Record<string, unknown>

const identifiers = ['pid', 'version']

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Added fields stand as `custom: { key: value }` on the wire and as `custom.key` in what is checked and in the history. */
function flatEntries(body: Record<string, unknown>): [string, unknown][] {
  return Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
    name === 'custom' && isObject(value) ? Object.entries(value).map(([key, each]) => [`custom.${key}`, each]) : [[name, value]],
  )
}

/**
 * Checks the body of a create or patch against the declaration: every field known and writable for the actor, every value of its type.
 * Throws forbidden-field when a field exists but is not the actor's to write, else validation-failed naming every wrong place.
 * `status` and what follows from it change by transitions alone. The same check runs in forms and on the server.
 */
export function checkWrite(declaration: Declaration, actor: Pick<Actor, 'role'>, body: unknown, path = 'body'): RecordValues {
  if (!isObject(body)) throw invalid(path, 'wrong-type', `${path} is not an object`)
  const values: RecordValues = {}
  const errors: ProblemError[] = []
  const forbidden: string[] = []
  for (const [name, value] of flatEntries(body)) {
    const place = `${path}.${name}`
    const declared = findField(declaration, name)
    const known = declared !== undefined && isVisibleField(declared, actor)
    if (identifiers.includes(name) || (known && !isWritableField(declared, actor))) {
      forbidden.push(name)
      continue
    }
    if (!known) {
      errors.push({ path: place, code: 'unknown-field', detail: `${place}: there is no field ${name}` })
      continue
    }
    const result = writableValue(declared).safeParse(value)
    if (result.success) values[name] = result.data
    else errors.push(...result.error.issues.map((issue) => ({ path: place, code: issue.code ?? 'invalid', detail: `${place} ${issue.message}` })))
  }
  if (errors.length > 0) throw new Refusal('validation-failed', errors.map((each) => each.detail).join('; '), { errors })
  if (forbidden.length > 0) {
    throw new Refusal('forbidden-field', `These fields may not be written: ${forbidden.join(', ')}`, {
      errors: forbidden.map((name) => ({ path: `${path}.${name}`, code: 'forbidden-field', detail: `${name} may not be written` })),
    })
  }
  return values
}

/** Names the required fields that a new record lacks; `extra` are those of the projection. Throws validation-failed. */
export function checkRequired(declaration: Declaration, values: RecordValues, extra: readonly string[] = [], path = 'body'): void {
  const required = [
    ...Object.entries(declaration.fields)
      .filter(([, declared]) => declared.required)
      .map(([name]) => name),
    ...extra,
  ]
  const missing = required.filter((name) => values[name] === undefined || values[name] === null)
  if (missing.length === 0) return
  throw new Refusal('validation-failed', `These fields are required: ${missing.join(', ')}`, {
    errors: missing.map((name) => ({ path: `${path}.${name}`, code: 'required', detail: `${name} is required` })),
  })
}
