import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiPersonOutline } from '../../icons/paths.ts'
import { isReference } from '../declaration/is-reference.ts'
import { isEditable, whyReadOnly } from '../edit/may-write.ts'
import CellEditor from '../grid/CellEditor.tsx'
import { t } from '../texts.ts'

const field = 'assignedTo'

export interface HeadAssigneeProps {
  declaration: Declaration
  record: AnyRecord
  actor: Actor
}

/**
 * The assignee in the head of a record; a click chooses another person. Renders nothing if the actor may not
 * assign.
 */
export function HeadAssignee({ declaration, record, actor }: HeadAssigneeProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const declared = declaration.fields[field]
  if (
    declared === undefined ||
    !isEditable(declared, actor) ||
    whyReadOnly(declaration, record, actor) !== null
  )
    return null
  const value = record[field]
  return (
    <>
      <Button
        ref={button}
        size="small"
        variant="text"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        startIcon={<Icon path={mdiPersonOutline} size={14} />}
        onClick={() => setOpen(true)}
        sx={{
          marginInline: -1,
          paddingInline: 1,
          minWidth: 0,
          fontSize: 'inherit',
          fontWeight: 'inherit',
          textAlign: 'start',
        }}
      >
        {isReference(value) ? t('assignedTo', { who: value.title }) : t('assign')}
      </Button>
      {isOpen && (
        <CellEditor
          collection={declaration}
          actor={actor}
          record={record}
          field={field}
          anchor={() => button.current}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}
