import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useAtomValue } from 'jotai'
import { findField } from '@portal/contract'
import type { AnyRecord, Declaration } from '@portal/contract'
import { currencyAtom } from '../../../portal/configuration.ts'
import { valueIn } from '../../declaration/added-fields.ts'
import { toShown } from '../../edit/form-values.ts'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { FieldSlot } from '../FieldSlot.tsx'
import { fieldStyles } from '../field-styles.ts'
import { sectionsOf } from '../sections.ts'
import type { SlotField } from '../sections.ts'

/** Fields in two columns if they fit. */
export function FieldGrid({
  fields,
  record,
  form,
}: {
  fields: readonly SlotField[]
  record: AnyRecord
  form: RecordForm
}) {
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

/** All fields of a record, label above value, edited in place if the viewer may edit them. */
export function DetailsTab({ declaration, record, form }: DetailsTabProps) {
  const currency = useAtomValue(currencyAtom)
  const valueOf = (name: string) => {
    const declared = findField(declaration, name)
    return declared !== undefined && form.isChanged(name)
      ? toShown(declared, form.valueOf(name), currency)
      : valueIn(record, name)
  }
  return (
    <>
      {form.readOnly !== null && form.readOnly !== '' && (
        <Box role="note" sx={{ paddingTop: 3, color: 'text.secondary' }}>
          {form.readOnly}
        </Box>
      )}
      {sectionsOf(declaration, record, form.actor, [], valueOf).map(({ heading, fields, isFolded }) => {
        const title = (
          <Typography
            component="h3"
            variant="h3"
            sx={isFolded ? { display: 'inline' } : { paddingBottom: 2 }}
          >
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
