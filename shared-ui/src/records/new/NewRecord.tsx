import { lazy, Suspense } from 'react'
import type { Declaration } from '@portal/contract'

const NewRecordForm = lazy(() => import('./lazy/NewRecordForm.tsx'))

export interface NewRecordProps {
  collection: Declaration
  onClose: () => void
  onCreated: (pid: string) => void
}

/** The dialog that makes a new record of a collection. */
export function NewRecord(props: NewRecordProps) {
  return (
    <Suspense fallback={null}>
      <NewRecordForm {...props} />
    </Suspense>
  )
}
