import { lazy, Suspense } from 'react'
import Skeleton from '@mui/material/Skeleton'
import type { FieldEditorProps } from './lazy/FieldEditor.tsx'

const load = () => import('./lazy/FieldEditor.tsx')
const Editor = lazy(load)

/** Fetches the editors' code before the first one is opened. */
export function preloadEditors(): void {
  // A failure shows when an editor is opened, where there is a way to try again.
  load().catch(() => undefined)
}

/** The editor of one field, by its type. */
export function FieldEditor(props: FieldEditorProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" animation={false} height={36} />}>
      <Editor {...props} />
    </Suspense>
  )
}
