import { lazyComponent } from '../feedback/lazy-part.tsx'
import { SkeletonTable } from '../feedback/SkeletonTable.tsx'
import type { DeletedListProps } from './DeletedList.tsx'

/** Shown until the code of a list of deleted rows or records is loaded. */
export const deletedSkeleton = <SkeletonTable widths={[24, 280, 180, 140, 140, 140]} />

/** The deleted rows of one place. */
export const DeletedList = lazyComponent<DeletedListProps>(() => import('./DeletedList.tsx'), {
  fallback: deletedSkeleton,
})
