import { lazyComponent } from '../feedback/lazy-part.tsx'
import { SkeletonTable } from '../feedback/SkeletonTable.tsx'
import type { DeletedListProps } from './DeletedList.tsx'
import type { DeletedRecordsProps } from './DeletedRecords.tsx'

const fallback = <SkeletonTable widths={[24, 280, 180, 140, 140, 140]} />

/** The deleted rows of one place. */
export const DeletedList = lazyComponent<DeletedListProps>(() => import('./DeletedList.tsx'), { fallback })

/** The deleted records of a page. */
export const DeletedRecords = lazyComponent<DeletedRecordsProps>(() => import('./DeletedRecords.tsx'), {
  fallback,
})
