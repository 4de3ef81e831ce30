import { useImperativeHandle, useState } from 'react'
import type { Ref, RefObject } from 'react'
import { fieldLabel, findField } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { useShell } from '../../portal/shell-api.ts'
import { isEditable, isFieldOf, whyReadOnly } from '../edit/may-write.ts'
import { t } from '../edit/texts.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import type { TablePage } from '../list/record-queries.ts'
import { CellEditor } from './CellEditor.lazy.ts'
import { CellPencil } from './CellPencil.tsx'
import { useHovered } from './hovered-cell.ts'

export interface CellEditingHandle {
  /** Edits a field in its cell, or says why that cannot be. */
  edit: (pid: string, field: string) => void
}

export interface CellEditingProps {
  page: TablePage
  /** The element around the grid, whose pointer is followed. */
  place: RefObject<HTMLElement | null>
  cellOf: (pid: string, field: string) => HTMLElement | null
  /** Offers the steps of a record, by which alone a status changes; null where there are none. */
  onSteps: ((pid: string) => void) | null
  ref: Ref<CellEditingHandle>
}

/**
 * Editing in place: the values of a table are changed in their cells, by the same form and rules as in the
 * drawer. It stands beside the grid and follows the pointer for itself, so that the grid is not drawn anew
 * with each cell passed over.
 */
export function CellEditing({ page, place, cellOf, onSteps, ref }: CellEditingProps) {
  const shell = useShell()
  const { collection, actor } = useRecordPage()
  const [edited, setEdited] = useState<{ record: AnyRecord; field: string } | null>(null)
  const hovered = useHovered(place)
  const recordOf = (pid: string) => page.records.find((record) => record.pid === pid)
  const isOpenTo = (record: AnyRecord, field: string) => {
    const declared = findField(collection, field)
    return (
      declared !== undefined &&
      isEditable(declared, actor) &&
      isFieldOf(declared, record) &&
      whyReadOnly(collection, record, actor) === null
    )
  }
  const isStepped = (field: string) => field === 'status' && onSteps !== null
  const edit = (pid: string, field: string) => {
    const record = recordOf(pid)
    // The cells of other remotes have no field.
    if (record === undefined || findField(collection, field) === undefined) return
    if (isStepped(field)) {
      onSteps?.(pid)
      return
    }
    if (isOpenTo(record, field)) {
      setEdited({ record, field })
      return
    }
    const declared = findField(collection, field)
    const isMissing = declared !== undefined && !isFieldOf(declared, record)
    const reason = isMissing ? t('notOfThisRecord') : whyReadOnly(collection, record, actor)
    const title = t('notEditable', { label: fieldLabel(field, declared) })
    shell.toast({ title, colour: 'blue', ...(reason !== null && reason !== '' && { description: reason }) })
  }
  useImperativeHandle(ref, () => ({ edit }))

  const record = hovered === null ? undefined : recordOf(hovered.pid)
  const pencilAt =
    hovered !== null &&
    edited === null &&
    record !== undefined &&
    (isStepped(hovered.field) || isOpenTo(record, hovered.field))
      ? hovered
      : null
  const cell = pencilAt === null ? null : cellOf(pencilAt.pid, pencilAt.field)
  return (
    <>
      {cell !== null && pencilAt !== null && (
        <CellPencil
          cell={cell}
          title={t(isStepped(pencilAt.field) ? 'changeStatusHere' : 'editCell')}
          onEdit={() => edit(pencilAt.pid, pencilAt.field)}
        />
      )}
      {edited !== null && (
        <CellEditor
          key={`${edited.record.pid} ${edited.field}`}
          {...edited}
          collection={collection}
          actor={actor}
          anchor={() => cellOf(edited.record.pid, edited.field)}
          onDone={() => setEdited(null)}
        />
      )}
    </>
  )
}
