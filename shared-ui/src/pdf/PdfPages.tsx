import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { PdfPagesProps } from './lazy/PdfPages.tsx'

/** A PDF drawn page by page on canvases of ours; its code comes when the first one is opened. */
export const PdfPages = lazyComponent<PdfPagesProps>(() => import('./lazy/PdfPages.tsx'))
