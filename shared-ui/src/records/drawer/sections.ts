import { fieldLabel, hasField, isRequiredNow, isStaff, screenLabel, visibleFields } from '@portal/contract'
import type { Actor, AnyRecord, Deadline, Declaration, Field, ValueOf } from '@portal/contract'
import { valueIn } from '../declaration/added-fields.ts'
import { isEditable } from '../edit/may-write.ts'
import { t } from '../texts.ts'
import { isCorrectable } from './CorrectField.tsx'
import { isEmptyValue } from './RecordValue.tsx'

export interface SlotField {
  name: string
  label: string
  declared: Field
  /** Where the field is the day the record is to be done by. */
  deadline?: Deadline
  /** Declaration of the record, if the user may correct this field of a closed record. */
  correctable?: Declaration
  /** The record needs a value of it before it is submitted. */
  isNeeded?: boolean
}

interface Section {
  heading: string
  fields: SlotField[]
  /** Opened by those who look for it. */
  isFolded: boolean
}

/** A field that is empty stands among the details of whoever may fill it in, and of nobody else. */
function isWorthShowing(
  declaration: Declaration,
  name: string,
  declared: Field,
  record: AnyRecord,
  actor: Pick<Actor, 'role'>,
): boolean {
  return (
    !isEmptyValue(valueIn(record, name)) ||
    isEditable(declared, actor) ||
    isCorrectable(declaration, name, record, actor)
  )
}

/**
 * The record's fields under the headings of its declaration, in the order they first appear, those of the
 * record's type after the first one; fields users have added come next, and what the portal keeps for itself
 * stands last, for staff alone. A field masked for the viewer is absent.
 */
export function sectionsOf(
  declaration: Declaration,
  record: AnyRecord,
  actor: Pick<Actor, 'role'>,
  /** Fields that are shown when they are empty, too. */
  always: readonly string[] = [],
  /** Values that decide which fields the record has; those of a form while it is edited. */
  valueOf: ValueOf = (name) => valueIn(record, name),
): Section[] {
  const sections: Section[] = []
  const own = visibleFields(declaration, actor).filter(([name]) => Object.hasOwn(record, name))
  const asked = own.filter(([, declared]) => declared.internal === undefined)
  const more = isStaff(actor.role) ? own.filter(([, declared]) => declared.internal === 'more') : []
  for (const [name, declared] of [...asked, ...Object.entries(declaration.added ?? {}), ...more]) {
    // A list of identifiers; Assign has it with names.
    const isShown = always.includes(name) || isWorthShowing(declaration, name, declared, record, actor)
    if (name === 'collaborators' || !isShown || !hasField(declared, valueOf)) continue
    const isFolded = declared.internal === 'more'
    const heading = isFolded
      ? t('more')
      : declared.section === undefined
        ? t('otherFields')
        : screenLabel(declared.section)
    const section = sections.find((section) => section.heading === heading) ?? {
      heading,
      fields: [],
      isFolded,
    }
    if (section.fields.length === 0) sections.push(section)
    const { deadline } = declaration
    section.fields.push({
      name,
      label: fieldLabel(name, declared),
      declared,
      ...(deadline?.field === name && { deadline }),
      ...(isRequiredNow(declared, valueOf) && { isNeeded: true }),
      ...(isCorrectable(declaration, name, record, actor) && { correctable: declaration }),
    })
  }
  const [first, ...others] = sections
  return first === undefined
    ? []
    : [first, ...others.filter(isOfType), ...others.filter((section) => !isOfType(section))]
}

/** Fields that only some records have say most about those that have them: they follow the first section. */
const isOfType = ({ fields }: Section) => fields.some(({ declared }) => declared.onlyWhen !== undefined)
