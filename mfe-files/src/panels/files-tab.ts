import { createPanel } from '@portal/shared-ui'
import { FilesPanel } from '../features/folder/FilesPanel.tsx'

/** The tab `Files`, mounted into the record drawers of other remotes. */
export const { mountInto } = createPanel(FilesPanel, () => import('../spanish.ts'))
