import { lazyComponent } from '../../feedback/lazy-part.tsx'
import { SkeletonTable } from '../../feedback/SkeletonTable.tsx'
import type { RecordPageProps } from './record-page-props.ts'

const usualWidths = [150, 280, 180, 160, 180, 150, 180, 120]

const load = () => import(/* webpackChunkName: "record-page" */ './RecordPage.tsx')

/** The page of a collection. Its code, mainly the data grid, is loaded when the first such page opens. */
export const RecordPage = lazyComponent<RecordPageProps>(load, {
  fallback: <SkeletonTable widths={usualWidths} />,
})

/** Starts loading what a page of records needs. A failure occurs again, and is shown, at its use. */
export function prefetchRecordPage(): void {
  void load().catch(() => undefined)
}
