import { createPanel } from '@portal/shared-ui'
import { OrganizationConditions } from '../features/organization/OrganizationConditions.tsx'

/** The tab `Conditions` of organizations. */
export const { mountInto } = createPanel(OrganizationConditions, () => import('../spanish.ts'))
