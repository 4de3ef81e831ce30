import { queryOptions } from '@tanstack/react-query'
import { Conditions } from '@portal/contract'
import type { Condition, ConditionOwner } from '@portal/contract'
import { crud } from '../api/api.ts'
import { recordKeys } from '../records/list/record-queries.ts'

/** The record that conditions belong to. */
export interface Owner {
  collection: ConditionOwner
  pid: string
}

const pathOf = ({ collection, pid }: Owner) => `/${collection}/${pid}/conditions`

/**
 * The conditions of a permit or an organization and, for users who may add some, the remaining conditions of
 * the library.
 */
export const conditionsQuery = (owner: Owner) =>
  queryOptions({
    queryKey: recordKeys.conditions(owner.collection, owner.pid),
    queryFn: ({ signal }) => crud({ apiPath: pathOf(owner), method: 'GET' }, Conditions, { signal }),
  })

export type NewCondition = { code: string } | Pick<Condition, 'text' | 'kind' | 'severity' | 'dueDate'>

export const addCondition = (owner: Owner, body: NewCondition) =>
  crud({ apiPath: pathOf(owner), method: 'POST', body: { ...body } }, Conditions)

export interface ClosedCondition {
  status: Condition['status']
  evidence?: string
  reason?: string
}

export const settleCondition = (owner: Owner, condition: string, body: ClosedCondition) =>
  crud({ apiPath: `${pathOf(owner)}/${condition}`, method: 'PATCH', body: { ...body } }, Conditions)
