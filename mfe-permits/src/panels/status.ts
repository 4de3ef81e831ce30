import { createPanel } from '@portal/shared-ui'
import { StatusPanel } from '../features/status/StatusPanel.tsx'

/** The tab `Processing status`, mounted into the drawers of all records with transitions. */
export const { mountInto } = createPanel(StatusPanel, () => import('../spanish.ts'))
