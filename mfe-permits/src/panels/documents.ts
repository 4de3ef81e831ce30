import { createPanel } from '@portal/shared-ui'
import { DocumentsPanel } from '../features/documents/DocumentsPanel.tsx'

/** The tab `Documents` of permits and submission packages. */
export const { mountInto } = createPanel(DocumentsPanel, () => import('../spanish.ts'))
