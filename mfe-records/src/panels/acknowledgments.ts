import { createPanel } from '@portal/shared-ui'
import { Acknowledgments } from '../features/acknowledgments/Acknowledgments.tsx'

/** Who has not acknowledged a message, at the head of notifications. */
export const { mountInto } = createPanel(Acknowledgments, () => import('../spanish.ts'))
