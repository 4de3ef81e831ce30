import { AvailableTransitions, screenLabelOf } from '@portal/contract'
import type { RequestedItem, NewCorrection } from '@portal/contract'
import { crud, nothing, stepsKey } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/**
 * The transitions of a record. The version is part of the key, so that they are reloaded with each version.
 */
export const transitionsQuery = (collection: string, pid: string, version: number) =>
  queryOptions({
    queryKey: [...stepsKey, collection, pid, version] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/${collection}/${pid}/transitions`, method: 'GET' }, AvailableTransitions, { signal }),
    select: ({ transitions, ...rest }) => ({
      ...rest,
      transitions: transitions.map((step) => ({ ...step, label: screenLabelOf(step.label, step.labelEs) })),
    }),
    staleTime: 0,
  })

export interface TakenStep {
  to: string
  version: number
  reason?: string
  /** Values of the inputs that the transition declares, by name. */
  inputs?: Readonly<Record<string, string>>
  items?: RequestedItem[]
  /** The authority's comments, recorded with corrections. */
  comments?: NewCorrection[]
  /** Whether to refund the payments of the permit. */
  refund?: boolean
}

export const postTransition = (collection: string, pid: string, { inputs, ...body }: TakenStep) =>
  crud(
    { apiPath: `/${collection}/${pid}/transitions`, method: 'POST', body: { ...body, ...inputs } },
    nothing,
  )

/** Undoes the caller's own last transition and everything it wrote. */
export const undoStep = (collection: string, pid: string) =>
  crud({ apiPath: `/${collection}/${pid}/transitions/undo`, method: 'POST', body: {} }, nothing)
