import { lazyComponent } from '../../feedback/lazy-part.tsx'
import { useRecordPage } from '../page/record-page-context.ts'

const ChipRow = lazyComponent(() => import('./FilterChips.tsx'), {
  fallback: <div style={{ height: 32 }} />,
})

/** The chips of the filter, where there is one. */
export function FilterChips() {
  const { table } = useRecordPage()
  return Object.keys(table.shown.filter).length === 0 ? null : <ChipRow />
}
