import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { fieldLabel, visibleFields } from '@portal/contract'
import type { Actor, AnyRecord, Declaration, Field } from '@portal/contract'
import { FieldValue } from '../FieldValue.tsx'
import { t } from '../texts.ts'

interface Section {
  heading: string
  fields: { name: string; label: string; declared: Field; value: unknown }[]
}

/** The record's fields under the headings of its declaration, in the order they first appear. A field masked for the viewer is absent. */
export function sectionsOf(declaration: Declaration, record: AnyRecord, actor: Pick<Actor, 'role'>): Section[] {
  const sections: Section[] = []
  for (const [name, declared] of visibleFields(declaration, actor)) {
    if (!Object.hasOwn(record, name)) continue
    const heading = declared.section ?? t('otherFields')
    const section = sections.find((each) => each.heading === heading) ?? { heading, fields: [] }
    if (section.fields.length === 0) sections.push(section)
    section.fields.push({ name, label: fieldLabel(name, declared), declared, value: record[name] })
  }
  return sections
}

/** Type-dependent facts of a record, such as a permit's attributes: name and value each on a line. */
function Facts({ value }: { value: object }) {
  return Object.entries(value).map(([name, fact]) => (
    <Box key={name}>
      {fieldLabel(name)}: {typeof fact === 'object' ? JSON.stringify(fact) : String(fact)}
    </Box>
  ))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function isLong(declared: Field): boolean {
  return declared.type === 'longText' || declared.type === 'json'
}

export interface DetailsTabProps {
  declaration: Declaration
  record: AnyRecord
  actor: Pick<Actor, 'role'>
}

/** All fields of a record, label above value, in two columns where there is room. */
export function DetailsTab({ declaration, record, actor }: DetailsTabProps) {
  return sectionsOf(declaration, record, actor).map(({ heading, fields }) => (
    <Box key={heading} component="section" aria-label={heading} sx={{ paddingBlock: 3 }}>
      <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
        {heading}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 6, rowGap: 3, margin: 0 }}>
        {fields.map(({ name, label, declared, value }) => (
          <Box key={name} sx={{ minWidth: 0, gridColumn: isLong(declared) ? '1 / -1' : 'auto' }}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Box component="dd" sx={{ margin: 0, minHeight: 20, whiteSpace: 'pre-wrap', maxWidth: '72ch' }}>
              {isEmpty(value) ? (
                <Nothing />
              ) : typeof value === 'object' && declared.type === 'json' ? (
                <Facts value={value ?? {}} />
              ) : (
                <FieldValue declared={declared} value={value} />
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  ))
}

function Nothing() {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }} role="img" aria-label={t('empty')}>
      –
    </Box>
  )
}
