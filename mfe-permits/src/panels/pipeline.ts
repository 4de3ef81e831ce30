import { createPanel } from '@portal/shared-ui'
import { PipelinePanel } from '../features/pipeline/PipelinePanel.tsx'

/** The tab `Pipeline`. */
export const { mountInto } = createPanel(PipelinePanel, () => import('../spanish.ts'))
