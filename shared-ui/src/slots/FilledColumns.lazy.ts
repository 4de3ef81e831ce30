import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { FilledColumnsProps } from './slot-columns.tsx'

/** Fills the columns of other remotes. Cells stay empty when its code cannot be loaded. */
export const FilledColumns = lazyComponent<FilledColumnsProps>(() => import('./FilledColumns.tsx'), {
  failed: () => null,
})
