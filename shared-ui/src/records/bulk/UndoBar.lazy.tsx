import { lazyComponent } from '../../feedback/lazy-part.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import type { UndoBarProps } from './UndoBar.tsx'

const Bar = lazyComponent<UndoBarProps>(() => import(/* webpackChunkName: "opened" */ './UndoBar.tsx'), {
  prefetch: true,
})

/** Says what was just done to records and offers Undo. It stays after the drawer or dialog closes. */
export function UndoBar() {
  const { lastAction } = useRecordPage()
  if (lastAction === null) return null
  const { key, ...action } = lastAction
  return <Bar key={key} {...action} />
}
