import { createPanel } from '@portal/shared-ui'
import { ConditionsPanel } from '../features/conditions/ConditionsPanel.tsx'

/** The tab `Conditions`. */
export const { mountInto } = createPanel(ConditionsPanel, () => import('../spanish.ts'))
