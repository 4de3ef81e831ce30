import { checkWrite, invalid, phrase } from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { z } from 'zod'
import { rulesOf } from '../modules/collection-module.ts'
import { withoutEmptyLists } from './writing.ts'

const Body = z.record(z.string(), z.unknown())
const Version = z.int().min(1).max(2_147_483_647).optional()

/** A parsed patch: the fields it sets, and the version it is based on, if given. */
export interface PatchBody {
  version: number | undefined
  values: RecordValues
}

/** Checks the body of a patch as far as possible without the record. Throws 400 and 403 like `checkWrite`. */
export function readPatch(declaration: Declaration, actor: Actor, body: unknown): PatchBody {
  const parsed = Body.safeParse(body)
  if (!parsed.success) throw invalid('body', 'wrong-type', 'body is not an object')
  const { version, ...fields } = parsed.data
  const checked = Version.safeParse(version)
  if (!checked.success) throw invalid('body.version', 'wrong-type', 'body.version is not a version')
  return { version: checked.data, values: withoutEmptyLists(checkWrite(declaration, actor, fields)) }
}

/**
 * A record cannot refer to itself, for example as its own parent or revision. Throws 400 naming the field.
 */
export function checkReferencesToOthers(values: RecordValues, pid: string): void {
  const own = Object.entries(values).find(([, value]) => value === pid)
  if (own !== undefined)
    throw invalid(
      `body.${own[0]}`,
      'out-of-range',
      phrase('body.{{own}} names the record itself', { own: own[0] }),
    )
}

/**
 * Required fields must not be cleared. Besides the declared ones, rules may require fields depending on the
 * current record.
 */
export function checkStillFilled(declaration: Declaration, values: RecordValues, before: RecordValues): void {
  const extra = rulesOf(declaration).required?.({ ...before, ...values }) ?? []
  for (const [name, value] of Object.entries(values)) {
    const required = declaration.fields[name]?.required === true || extra.includes(name)
    if (value === null && required)
      throw invalid(`body.${name}`, 'required', phrase('{{name}} is required', { name }))
  }
}
