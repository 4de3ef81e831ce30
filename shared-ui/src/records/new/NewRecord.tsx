import { lazy, Suspense } from 'react'
import type { NewRecordProps } from './new-record-props.ts'

const NewRecordForm = lazy(() => import('./lazy/NewRecordForm.tsx'))

/** The dialog that makes a new record of a collection. */
export function NewRecord(props: NewRecordProps) {
  return (
    <Suspense fallback={null}>
      <NewRecordForm {...props} />
    </Suspense>
  )
}
