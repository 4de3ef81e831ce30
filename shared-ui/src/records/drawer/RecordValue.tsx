import Link from '@mui/material/Link'
import type { Field } from '@portal/contract'
import { fieldLabel } from '@portal/contract'
import { isReference } from '../declaration/is-reference.ts'
import { FieldValue } from '../values/FieldValue.tsx'
import { t } from '../texts.ts'
import { RecordLink } from './RecordLink.tsx'

/** True if the field has no value. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A field's full value: references are links, and an empty field says that it is empty. */
export function RecordValue({ declared, value }: { declared: Field; value: unknown }) {
  if (isEmptyValue(value)) {
    return (
      <span className="is-empty" role="img" aria-label={t('empty')}>
        –
      </span>
    )
  }
  if (declared.type === 'json' && typeof value === 'object') return <Facts value={value ?? {}} />
  if (isReference(value) && declared.to !== undefined) {
    return (
      <RecordLink collection={declared.to} pid={value.pid}>
        {value.title}
      </RecordLink>
    )
  }
  // Anything but http and https, for example from an older import, stays text.
  if (declared.isWebAddress === true && typeof value === 'string' && /^https?:/i.test(value)) {
    return (
      <Link href={value} target="_blank" rel="noopener noreferrer" sx={{ overflowWrap: 'anywhere' }}>
        {value}
      </Link>
    )
  }
  return <FieldValue declared={declared} value={value} />
}

/** Type-specific facts of a record, such as a permit's attributes: one name and value per line. */
function Facts({ value }: { value: object }) {
  return Object.entries(value).map(([name, fact]) => (
    <div key={name}>
      {fieldLabel(name)}: {typeof fact === 'object' ? JSON.stringify(fact) : String(fact)}
    </div>
  ))
}
