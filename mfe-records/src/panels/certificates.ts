import { createPanel } from '@portal/shared-ui'
import { CertificatesPanel } from './CertificatesPanel.tsx'

/** The tab `Documents` of organizations. */
export const { mountInto } = createPanel(CertificatesPanel, () => import('../spanish.ts'))
