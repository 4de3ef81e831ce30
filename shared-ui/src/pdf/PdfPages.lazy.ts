import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { PdfPagesProps } from './PdfPages.tsx'

/** Renders a PDF page by page on canvas elements; its code is loaded when the first PDF is opened. */
export const PdfPages = lazyComponent<PdfPagesProps>(() => import('./PdfPages.tsx'))
