import { Conditions } from '@portal/contract'
import type { Condition } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

const pathOf = (permit: string) => `/permits/${permit}/conditions`

/** The conditions of a permit, and for staff what the library still has for its type. */
export const conditionsQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('permits', permit), 'conditions'] as const,
    queryFn: ({ signal }) => crud({ apiPath: pathOf(permit), method: 'GET' }, Conditions, { signal }),
  })

export type NewCondition = { code: string } | Pick<Condition, 'text' | 'kind' | 'severity' | 'dueDate'>

export const addCondition = (permit: string, body: NewCondition) => crud({ apiPath: pathOf(permit), method: 'POST', body: { ...body } }, Conditions)

export interface SettledCondition {
  status: Condition['status']
  evidence?: string
  reason?: string
}

export const settleCondition = (permit: string, condition: string, body: SettledCondition) =>
  crud({ apiPath: `${pathOf(permit)}/${condition}`, method: 'PATCH', body: { ...body } }, Conditions)
