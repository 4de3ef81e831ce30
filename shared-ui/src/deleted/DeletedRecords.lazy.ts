import { lazyComponent } from '../feedback/lazy-part.tsx'
import { deletedSkeleton } from './DeletedList.lazy.tsx'
import type { DeletedRecordsProps } from './DeletedRecords.tsx'

/** The deleted records of a page. */
export const DeletedRecords = lazyComponent<DeletedRecordsProps>(() => import('./DeletedRecords.tsx'), {
  fallback: deletedSkeleton,
})
