import { lazyPart } from '@portal/shared-ui'
import type { DocumentPreviewProps } from './DocumentPreview.tsx'

/** The code comes with the first file that is looked at. */
export const DocumentPreview = lazyPart<DocumentPreviewProps>(async () => ({ default: (await import('./DocumentPreview.tsx')).DocumentPreview }))
