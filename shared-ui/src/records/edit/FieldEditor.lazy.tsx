import Skeleton from '@mui/material/Skeleton'
import { lazyComponent } from '../../feedback/lazy-part.tsx'
import type { FieldEditorProps } from './FieldEditor.tsx'

const load = () => import('./FieldEditor.tsx')

/** Fetches the editors' code before the first one is opened. */
export function preloadEditors(): void {
  // A failure shows when an editor is opened, where there is a way to try again.
  load().catch(() => undefined)
}

/** The editor of one field, by its type. */
export const FieldEditor = lazyComponent<FieldEditorProps>(load, {
  fallback: <Skeleton variant="rounded" animation={false} height={36} />,
})
