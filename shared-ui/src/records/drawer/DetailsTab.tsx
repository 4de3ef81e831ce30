import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { fieldLabel, isStaff, visibleFields } from '@portal/contract'
import type { Actor, AnyRecord, Deadline, Declaration, Field } from '@portal/contract'
import { valueIn } from '../added-fields.ts'
import { isEditable } from '../edit/may-write.ts'
import type { RecordForm } from '../edit/use-record-form.ts'
import { t } from '../texts.ts'
import { isCorrectable } from './CorrectField.tsx'
import { FieldSlot, isEmpty } from './FieldSlot.tsx'
import { fieldStyles } from './field-styles.ts'

export interface SlotField {
  name: string
  label: string
  declared: Field
  /** Where the field is the day the record is to be done by. */
  deadline?: Deadline
}

interface Section {
  heading: string
  fields: SlotField[]
  /** Opened by those who look for it. */
  isFolded: boolean
}

/** A field that is empty stands among the details of whoever may fill it in, and of nobody else. */
function isWorthShowing(name: string, declared: Field, record: AnyRecord, actor: Pick<Actor, 'role'>): boolean {
  return !isEmpty(valueIn(record, name)) || isEditable(declared, actor) || isCorrectable(name, record, actor)
}

/**
 * The record's fields under the headings of its declaration, in the order they first appear; fields users have added come next, and what
 * the portal keeps for itself stands last, for staff alone. A field masked for the viewer is absent.
 */
export function sectionsOf(declaration: Declaration, record: AnyRecord, actor: Pick<Actor, 'role'>): Section[] {
  const sections: Section[] = []
  const own = visibleFields(declaration, actor).filter(([name]) => Object.hasOwn(record, name))
  const asked = own.filter(([, declared]) => declared.internal === undefined)
  const more = isStaff(actor.role) ? own.filter(([, declared]) => declared.internal === 'more') : []
  for (const [name, declared] of [...asked, ...Object.entries(declaration.added ?? {}), ...more]) {
    // A list of identifiers; Assign has it with names.
    if (name === 'collaborators' || !isWorthShowing(name, declared, record, actor)) continue
    const isFolded = declared.internal === 'more'
    const heading = isFolded ? t('more') : (declared.section ?? t('otherFields'))
    const section = sections.find((each) => each.heading === heading) ?? { heading, fields: [], isFolded }
    if (section.fields.length === 0) sections.push(section)
    const { deadline } = declaration
    section.fields.push({ name, label: fieldLabel(name, declared), declared, ...(deadline?.field === name && { deadline }) })
  }
  return sections
}

/** Fields in two columns where there is room. */
export function FieldGrid({ fields, record, form }: { fields: readonly SlotField[]; record: AnyRecord; form: RecordForm }) {
  return (
    <Box component="dl" sx={fieldStyles}>
      {fields.map((field) => (
        <FieldSlot key={field.name} {...field} record={record} form={form} />
      ))}
    </Box>
  )
}

export interface DetailsTabProps {
  declaration: Declaration
  record: AnyRecord
  form: RecordForm
}

/** All fields of a record, label above value, edited in place where the viewer may. */
export function DetailsTab({ declaration, record, form }: DetailsTabProps) {
  return (
    <>
      {form.readOnly !== null && form.readOnly !== '' && (
        <Box role="note" sx={{ paddingTop: 3, color: 'text.secondary' }}>
          {form.readOnly}
        </Box>
      )}
      {sectionsOf(declaration, record, form.actor).map(({ heading, fields, isFolded }) => {
        const title = (
          <Typography component="h3" variant="h3" sx={isFolded ? { display: 'inline' } : { paddingBottom: 2 }}>
            {heading}
          </Typography>
        )
        const grid = <FieldGrid fields={fields} record={record} form={form} />
        return (
          <Box key={heading} component="section" aria-label={heading} sx={{ paddingBlock: 3 }}>
            {isFolded ? (
              <details>
                <Box component="summary" sx={{ cursor: 'pointer', marginBottom: 2 }}>
                  {title}
                </Box>
                {grid}
              </details>
            ) : (
              <>
                {title}
                {grid}
              </>
            )}
          </Box>
        )
      })}
    </>
  )
}
