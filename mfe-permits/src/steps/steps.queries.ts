import { AvailableTransitions, screenLabelOf } from '@portal/contract'
import type { RequestedItem, NewCorrection } from '@portal/contract'
import { crud, nothing, stepsKey } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The steps of a record as it stands: asked for anew with every version of it. */
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
  holdReason?: string
  confirmationNo?: string
  /** How the money of a payment comes. */
  method?: string
  /** Number of the check or transfer, and the day on which the money came. */
  reference?: string
  paidOn?: string
  /** What the authority wrote on the permit it issued. */
  authorityNumber?: string
  issuedDate?: string
  expiryDate?: string
  items?: RequestedItem[]
  /** The authority's comments, recorded with corrections. */
  comments?: NewCorrection[]
  /** Give back what was paid for the permit. */
  refund?: boolean
}

export const postTransition = (collection: string, pid: string, body: TakenStep) =>
  crud({ apiPath: `/${collection}/${pid}/transitions`, method: 'POST', body: { ...body } }, nothing)

/** Takes back the caller's own last step with all it wrote. */
export const undoStep = (collection: string, pid: string) =>
  crud({ apiPath: `/${collection}/${pid}/transitions/undo`, method: 'POST', body: {} }, nothing)
