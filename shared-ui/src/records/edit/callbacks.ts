import { collections, findField } from '@portal/contract'
import type { Declaration, LinkedRecordCallback } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { valueIn } from '../declaration/added-fields.ts'
import { recordQuery } from '../list/record-queries.ts'
import { isReference } from '../declaration/is-reference.ts'
import { toForm } from './form-values.ts'
import type { FormValue } from './form-values.ts'

export interface Filling {
  name: string
  /** Undefined where the linked record could not be read. */
  value: FormValue | undefined
}

/**
 * Choosing a linked record in field `get_from` fills `assign_to_field` with the linked record's
 * `assigned_value` (specification.md 3). Answers what is to be filled in; an empty value of the linked record
 * fills in nothing.
 */
export async function fillingsFor(
  queryClient: QueryClient,
  declaration: Declaration,
  callbacks: readonly LinkedRecordCallback[],
  name: string,
  chosen: FormValue,
  currency: string,
): Promise<Filling[]> {
  const wanted = callbacks.filter((callback) => callback.get_from === name)
  const to = findField(declaration, name)?.to
  if (wanted.length === 0 || !isReference(chosen) || to === undefined || to === 'files') return []
  const linked = await queryClient.fetchQuery(recordQuery(collections[to], chosen.pid)).catch(() => null)
  return wanted.flatMap((callback): Filling[] => {
    const target = findField(declaration, callback.assign_to_field)
    if (target === undefined) return []
    if (linked === null) return [{ name: callback.assign_to_field, value: undefined }]
    const value = callback.assigned_value === 'pid' ? chosen : valueIn(linked, callback.assigned_value)
    return value === null || value === undefined
      ? []
      : [{ name: callback.assign_to_field, value: toForm(target, value, currency) }]
  })
}
