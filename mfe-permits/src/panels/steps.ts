import { createPanel } from '@portal/shared-ui'
import { HeadSteps } from '../features/steps/HeadSteps.tsx'

/**
 * The steps at the head of a record, mounted into the drawers and beside the rows of all records that move by
 * transitions.
 */
export const { mountInto } = createPanel(HeadSteps, () => import('../spanish.ts'))
