import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { fieldLabel, visibleFields } from '@portal/contract'
import type { Actor, AnyRecord, Deadline, Declaration, Field } from '@portal/contract'
import type { RecordForm } from '../edit/use-record-form.ts'
import { t } from '../texts.ts'
import { FieldSlot } from './FieldSlot.tsx'
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
}

/**
 * The record's fields under the headings of its declaration, in the order they first appear; fields users have added come last.
 * A field masked for the viewer is absent.
 */
export function sectionsOf(declaration: Declaration, record: AnyRecord, actor: Pick<Actor, 'role'>): Section[] {
  const sections: Section[] = []
  const own = visibleFields(declaration, actor).filter(([name]) => Object.hasOwn(record, name))
  for (const [name, declared] of [...own, ...Object.entries(declaration.added ?? {})]) {
    // A list of identifiers; Assign has it with names.
    if (name === 'collaborators') continue
    const heading = declared.section ?? t('otherFields')
    const section = sections.find((each) => each.heading === heading) ?? { heading, fields: [] }
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
      {sectionsOf(declaration, record, form.actor).map(({ heading, fields }) => (
        <Box key={heading} component="section" aria-label={heading} sx={{ paddingBlock: 3 }}>
          <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
            {heading}
          </Typography>
          <FieldGrid fields={fields} record={record} form={form} />
        </Box>
      ))}
    </>
  )
}
