import { Refusal, invalid, invalidAll, issueSentence } from '../problem.ts'
import type { RefusedValue } from '../problem.ts'
import { findField, isVisibleField, isWritableField } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import type { Actor } from '../session.ts'
import { writableValue } from './writable-value.ts'
import { phrase } from '../sentence.ts'

/** Validated values of a write, by field name. */
export type RecordValues = Record<string, unknown>

const identifiers = ['pid', 'version']

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Custom fields are `custom: { key: value }` in a request and `custom.key` in validated values and in the
 * history.
 */
function flatEntries(body: Record<string, unknown>): [string, unknown][] {
  return Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
    name === 'custom' && isObject(value)
      ? Object.entries(value).map(([key, each]) => [`custom.${key}`, each])
      : [[name, value]],
  )
}

/**
 * Validates the body of a create or patch against the declaration: every field is known and writable for the
 * actor, every value has the right type. Throws forbidden-field when the actor may not write an existing
 * field, otherwise validation-failed with all errors. `status` and the fields derived from it change only by
 * transitions. Forms and the server share this check.
 */
export function checkWrite(
  declaration: Declaration,
  actor: Pick<Actor, 'role'>,
  body: unknown,
  path = 'body',
): RecordValues {
  if (!isObject(body)) throw invalid(path, 'wrong-type', phrase('{{path}} is not an object', { path }))
  const values: RecordValues = {}
  const errors: RefusedValue[] = []
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
      errors.push({
        path: place,
        code: 'unknown-field',
        detail: phrase('{{path}}: there is no field {{name}}', { path: place, name }),
      })
      continue
    }
    const result = writableValue(declared).safeParse(value)
    if (result.success) values[name] = result.data
    else
      errors.push(
        ...result.error.issues.map((issue) => ({
          path: place,
          code: issue.code ?? 'invalid',
          detail: phrase('{{path}} {{message}}', { path: place, message: issueSentence(issue) }),
        })),
      )
  }
  if (errors.length > 0) throw invalidAll(errors)
  if (forbidden.length > 0) {
    throw new Refusal(
      'forbidden-field',
      phrase('These fields can’t be changed: {{forbidden}}', { forbidden: forbidden.join(', ') }),
      {
        errors: forbidden.map((name) => ({
          path: `${path}.${name}`,
          code: 'forbidden-field',
          detail: phrase('{{name}} can’t be changed', { name }),
        })),
      },
    )
  }
  return values
}

/**
 * Checks that a new record has all required fields; `extra` are those of the projection. Throws
 * validation-failed with all missing fields.
 */
export function checkRequired(
  declaration: Declaration,
  values: RecordValues,
  extra: readonly string[] = [],
  path = 'body',
): void {
  const required = [
    ...Object.entries(declaration.fields)
      .filter(([, declared]) => declared.required)
      .map(([name]) => name),
    ...extra,
  ]
  const missing = required.filter((name) => values[name] === undefined || values[name] === null)
  if (missing.length === 0) return
  throw new Refusal(
    'validation-failed',
    phrase('These fields are required: {{missing}}', { missing: missing.join(', ') }),
    {
      errors: missing.map((name) => ({
        path: `${path}.${name}`,
        code: 'required',
        detail: phrase('{{name}} is required', { name }),
      })),
    },
  )
}
