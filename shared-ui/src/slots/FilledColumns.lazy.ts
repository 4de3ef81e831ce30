import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { FilledColumnsProps } from './cell-places.ts'

/** Fills the columns of other remotes. Cells stay empty when its code cannot be loaded. */
export const FilledColumns = lazyComponent<FilledColumnsProps>(
  () => import(/* webpackChunkName: "slots" */ './FilledColumns.tsx'),
  {
    failed: () => null,
  },
)
