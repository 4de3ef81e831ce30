import { createPanel } from '@portal/shared-ui'
import { HeadSteps } from '../features/steps/HeadSteps.tsx'

/**
 * The transitions at the head of a record, mounted into the drawers and beside the rows of all records with
 * transitions.
 */
export const { mountInto } = createPanel(HeadSteps, () => import('../spanish.ts'))
