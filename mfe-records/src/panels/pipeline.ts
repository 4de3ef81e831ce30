import { createPanel } from '@portal/shared-ui'
import { PermitsByStage } from '../features/organization/PermitsByStage.tsx'

/** The tab `Pipeline` of organizations. */
export const { mountInto } = createPanel(PermitsByStage, () => import('../spanish.ts'))
