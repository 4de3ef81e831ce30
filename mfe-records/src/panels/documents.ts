import { createPanel } from '@portal/shared-ui'
import { DocumentsPanel } from '../features/documents/DocumentsPanel.tsx'

/** The tab `Documents` of tasks and client tasks. */
export const { mountInto } = createPanel(DocumentsPanel, () => import('../spanish.ts'))
