import IconButton from '@mui/material/IconButton'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { AnyRecord, Deadline, Declaration, Field } from '@portal/contract'
import { isOverdue } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiPencilOutline } from '../../icons/paths.ts'
import { currencyAtom } from '../../portal/configuration.ts'
import { valueIn } from '../declaration/added-fields.ts'
import { FieldEditor } from '../edit/FieldEditor.lazy.tsx'
import { isReference } from '../declaration/is-reference.ts'
import { useFormHint } from '../edit/form-hint.ts'
import { toShown } from '../edit/form-values.ts'
import { isEditable } from '../edit/may-write.ts'
import { t as tEdit } from '../edit/texts.ts'
import type { RecordForm } from '../edit/use-record-form.ts'
import { Overdue } from '../values/Overdue.tsx'
import { todayAtom } from '../../session/today.ts'
import { CorrectField } from './CorrectField.tsx'
import { t as tDrawer } from './texts.ts'
import { RecordValue, isEmptyValue } from './RecordValue.tsx'

const isLong = (declared: Field) => declared.type === 'longText' || declared.type === 'json'

export interface FieldSlotProps {
  name: string
  label: string
  declared: Field
  deadline?: Deadline
  /** Declaration of the record, if the user may correct this field of a closed record. */
  correctable?: Declaration
  /** The record needs a value of it before it is submitted. */
  isNeeded?: boolean
  record: AnyRecord
  form: RecordForm
}

/** Label above value. A click on an editable value opens its editor in place. Typed input is kept. */
export function FieldSlot({
  name,
  label,
  declared,
  deadline,
  correctable,
  isNeeded = false,
  record,
  form,
}: FieldSlotProps) {
  const labelId = useId()
  const currency = useAtomValue(currencyAtom)
  const [mode, setMode] = useState<'shown' | 'editing' | 'left'>('shown')
  const mayEdit = form.readOnly === null && isEditable(declared, form.actor)
  const isChanged = form.isChanged(name)
  const value = isChanged ? toShown(declared, form.valueOf(name), currency) : valueIn(record, name)
  const isLate = isOverdue(
    { ...(deadline !== undefined && { deadline }) },
    name,
    isChanged ? { ...record, [name]: value } : record,
    useAtomValue(todayAtom),
  )
  const shown = isLate ? (
    <Overdue>
      <RecordValue declared={declared} value={value} />
    </Overdue>
  ) : (
    <RecordValue declared={declared} value={value} />
  )
  const problem = mode === 'editing' && !form.wasTried ? undefined : form.problems[name]
  const of = declared.formOf && form.valueOf(declared.formOf.reference)
  return (
    <div className={isLong(declared) ? 'is-long' : undefined}>
      <dt id={labelId}>{label}</dt>
      <dd className={isChanged ? 'is-changed' : undefined}>
        {mode === 'editing' && mayEdit ? (
          <InPlace onDone={(how) => setMode(how === 'by-key' ? 'left' : 'shown')}>
            <FieldEditor
              autoFocus
              declared={declared}
              value={form.valueOf(name)}
              onChange={(next) => form.choose(name, next)}
              labelId={labelId}
              problem={problem}
              isRequired={declared.required === true}
              formOf={of}
              hasDescription
            />
          </InPlace>
        ) : mayEdit ? (
          <Editable
            label={label}
            labelId={labelId}
            isLink={isReference(value) || (declared.isWebAddress === true && !isEmptyValue(value))}
            takesFocus={mode === 'left'}
            problem={problem}
            onEdit={() => setMode('editing')}
          >
            {shown}
          </Editable>
        ) : (
          <div className="value">
            {shown}
            {correctable !== undefined && (
              <CorrectField declaration={correctable} label={label} record={record} />
            )}
          </div>
        )}
        {mode !== 'editing' && isChanged && declared.formOf !== undefined && (
          <FormNote declared={declared} of={of} value={value} />
        )}
        {isNeeded && isEmptyValue(value) && <div className="needed">{tDrawer('neededToSubmit')}</div>}
      </dd>
    </div>
  )
}

/** Says of a typed value that is not saved yet that it has another form. */
function FormNote({ declared, of, value }: { declared: Field; of: unknown; value: unknown }) {
  const hint = useFormHint(declared, of)(typeof value === 'string' ? value : '', true)
  return hint?.isWarning === true ? <div className="needed">{hint.text}</div> : null
}

/** Wraps an open editor. Blur, Enter and Escape close it and keep what was typed. */
function InPlace({
  onDone,
  children,
}: {
  onDone: (how: 'by-key' | 'by-leaving') => void
  children: ReactNode
}) {
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onDone('by-leaving')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    // Otherwise the key would close the drawer.
    event.stopPropagation()
    onDone('by-key')
  }
  return (
    <div role="presentation" onBlur={onBlur} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

interface EditableProps {
  label: string
  labelId: string
  isLink: boolean
  takesFocus: boolean
  problem: string | undefined
  onEdit: () => void
  children: ReactNode
}

function Editable({ label, labelId, isLink, takesFocus, problem, onEdit, children }: EditableProps) {
  const valueId = useId()
  // On mousedown, since closing another editor may move this field away before the click completes.
  const onMouseDown = (event: MouseEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    onEdit()
  }
  // `aria-description` is ARIA 1.3, but the linter checks elements against ARIA 1.2.
  const described = { 'aria-description': tEdit('editField', { label }) }
  return (
    <>
      {isLink ? (
        // A link cannot be inside a button: the link opens the record, and the pencil beside it edits the
        // value.
        <div className="value is-link">
          {children}
          <IconButton
            aria-label={tEdit('editField', { label })}
            autoFocus={takesFocus}
            onMouseDown={onMouseDown}
            onClick={onEdit}
            sx={{ width: 24, height: 24, padding: 1 }}
          >
            <Icon path={mdiPencilOutline} size={14} />
          </IconButton>
        </div>
      ) : (
        <button
          type="button"
          className="value"
          autoFocus={takesFocus}
          aria-labelledby={`${labelId} ${valueId}`}
          onMouseDown={onMouseDown}
          onClick={onEdit}
          {...described}
        >
          <span id={valueId}>{children}</span>
        </button>
      )}
      {problem !== undefined && <div className="problem">{problem}</div>}
    </>
  )
}
