import { lazyComponent } from '../../feedback/lazy-part.tsx'
import type { CellEditorProps } from './CellEditor.tsx'

/** The editor of one cell. Its code follows the first rows. */
export const CellEditor = lazyComponent<CellEditorProps>(
  () => import(/* webpackChunkName: "opened" */ './CellEditor.tsx'),
  { prefetch: true },
)
