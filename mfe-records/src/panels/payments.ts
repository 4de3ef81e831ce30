import { createPanel } from '@portal/shared-ui'
import { PaymentPanel } from './PaymentPanel.tsx'

/** The tab `Payment data` of organizations, tasks and client tasks. */
export const { mountInto } = createPanel(PaymentPanel, () => import('../spanish.ts'))
