import { createPanel } from '@portal/shared-ui'
import { MoneyPanel } from '../features/money/MoneyPanel.tsx'

/** The tab `Payment data`. */
export const { mountInto } = createPanel(MoneyPanel, () => import('../spanish.ts'))
