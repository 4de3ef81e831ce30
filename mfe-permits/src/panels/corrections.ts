import { createPanel } from '@portal/shared-ui'
import { CorrectionsPanel } from '../features/corrections/CorrectionsPanel.tsx'

/** The tab `Corrections`. */
export const { mountInto } = createPanel(CorrectionsPanel, () => import('../spanish.ts'))
