import { createPanel } from '@portal/shared-ui'
import { MergePanel } from '../features/merge/MergePanel.tsx'

/** Merging an organization into another one, at the head of organizations. */
export const { mountInto } = createPanel(MergePanel, () => import('../spanish.ts'))
