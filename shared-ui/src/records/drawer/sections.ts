import { fieldLabel, isStaff, visibleFields } from '@portal/contract'
import type { Actor, AnyRecord, Deadline, Declaration, Field } from '@portal/contract'
import { valueIn } from '../added-fields.ts'
import { isEditable } from '../edit/may-write.ts'
import { t } from '../texts.ts'
import { isCorrectable } from './CorrectField.tsx'
import { isEmptyValue } from './RecordValue.tsx'

export interface SlotField {
  name: string
  label: string
  declared: Field
  /** Set if the field is the record's due date. */
  deadline?: Deadline
}

interface Section {
  heading: string
  fields: SlotField[]
  /** Collapsed until the user opens it. */
  isFolded: boolean
}

/** An empty field is shown only to users who may fill it in. */
function isWorthShowing(
  name: string,
  declared: Field,
  record: AnyRecord,
  actor: Pick<Actor, 'role'>,
): boolean {
  return (
    !isEmptyValue(valueIn(record, name)) || isEditable(declared, actor) || isCorrectable(name, record, actor)
  )
}

/**
 * The record's fields under the headings of its declaration, in order of first appearance. Custom fields
 * follow; internal fields come last and only for staff. Fields masked for the viewer are absent.
 */
export function sectionsOf(
  declaration: Declaration,
  record: AnyRecord,
  actor: Pick<Actor, 'role'>,
): Section[] {
  const sections: Section[] = []
  const own = visibleFields(declaration, actor).filter(([name]) => Object.hasOwn(record, name))
  const asked = own.filter(([, declared]) => declared.internal === undefined)
  const more = isStaff(actor.role) ? own.filter(([, declared]) => declared.internal === 'more') : []
  for (const [name, declared] of [...asked, ...Object.entries(declaration.added ?? {}), ...more]) {
    // Collaborators are a list of pids; the Assign tab shows them by name.
    if (name === 'collaborators' || !isWorthShowing(name, declared, record, actor)) continue
    const isFolded = declared.internal === 'more'
    const heading = isFolded ? t('more') : (declared.section ?? t('otherFields'))
    const section = sections.find((each) => each.heading === heading) ?? { heading, fields: [], isFolded }
    if (section.fields.length === 0) sections.push(section)
    const { deadline } = declaration
    section.fields.push({
      name,
      label: fieldLabel(name, declared),
      declared,
      ...(deadline?.field === name && { deadline }),
    })
  }
  return sections
}
