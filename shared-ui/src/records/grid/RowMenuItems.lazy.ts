import { lazyComponent } from '../../feedback/lazy-part.tsx'
import type { RowMenuItemsProps } from './RowMenuItems.tsx'

/** The open menu of a row. Its code follows the first rows. */
export const RowMenuItems = lazyComponent<RowMenuItemsProps>(
  () => import(/* webpackChunkName: "opened" */ './RowMenuItems.tsx'),
  {
    prefetch: true,
  },
)
