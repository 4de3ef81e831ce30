import type { ReactNode } from 'react'
import { fieldLabel, relatedFacts } from '@portal/contract'
import type { Declaration, RelatedRecord } from '@portal/contract'
import { dateTimeTooltip, formatDateTime } from '../../../format/dates.ts'
import { FieldValue } from '../../values/FieldValue.tsx'
import { t } from '../texts.ts'

const filled = (value: unknown) => value !== null && value !== undefined && value !== ''
/** Values that say what they are by themselves; a day or a number needs its label. */
const isPlain = (type: string) =>
  type === 'text' ||
  type === 'enum' ||
  type === 'email' ||
  type === 'phone' ||
  type === 'money' ||
  type === 'longText'

function mailFacts({ from, at }: NonNullable<RelatedRecord['mail']>): ReactNode[] {
  const moment = (
    <time key="at" dateTime={at} title={dateTimeTooltip(at)}>
      {formatDateTime(at)}
    </time>
  )
  return from === '' ? [moment] : [t('mailFrom', { from }), moment]
}

/**
 * What a related record is called, and what else it says of itself: subject in place of a bare number, then
 * number, amount, day and the like; of mail who wrote it and when.
 */
export function formatRelation(
  related: RelatedRecord,
  declaration: Declaration | undefined,
): { title: string; facts: ReactNode[] } {
  const { title, facts = {}, mail } = related
  if (mail !== undefined) return { title, facts: mailFacts(mail) }
  if (declaration === undefined) return { title, facts: [] }
  const names = relatedFacts(declaration).filter((name) => filled(facts[name]))
  const [first] = names
  const isNumber = declaration.numberField !== null && facts[declaration.numberField] === title
  // The subject of a notice says more than its number, which then stands below.
  const named =
    isNumber && first !== undefined && first !== declaration.numberField && typeof facts[first] === 'string'
      ? first
      : null
  const shown = named === null ? title : String(facts[named])
  const below = names.filter((name) => name !== named && facts[name] !== shown)
  return {
    title: shown,
    facts: below.flatMap((name): ReactNode[] => {
      const declared = declaration.fields[name]
      if (declared === undefined) return []
      const value = <FieldValue key={name} declared={declared} value={facts[name]} />
      if (isPlain(declared.type)) return [value]
      return [
        <span key={name}>
          {fieldLabel(name, declared)} {value}
        </span>,
      ]
    }),
  }
}
