import { lazyComponent } from '../../feedback/lazy-part.tsx'
import { SkeletonTable } from '../../feedback/SkeletonTable.tsx'
import type { RecordPageProps } from './record-page-props.ts'

const usualWidths = [150, 280, 180, 160, 180, 150, 180, 120]

/** The page of a collection. Its code, mainly the data grid, is loaded when the first such page opens. */
export const RecordPage = lazyComponent<RecordPageProps>(() => import('./RecordPage.tsx'), {
  fallback: <SkeletonTable widths={usualWidths} />,
})
