import type { LibraryCondition } from '@portal/contract'
import { screenOptions, useLibraryChoices } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { agencyName } from '../../parts/agencies.queries.ts'
import type { Agency } from '../../parts/agencies.queries.ts'
import { Choice, Several } from '../../parts/fields.tsx'
import type { RuleDraft } from './rule-draft.ts'
import { t } from './texts.ts'

const every = '*'
const orNull = (code: string) => (code === every ? null : code)
const pairs = (options: Parameters<typeof screenOptions>[0]) =>
  screenOptions(options).map(({ code, label }) => [code, label] as const)

interface PartProps {
  draft: RuleDraft
  onChange: (change: Partial<RuleDraft>) => void
}

/** The agency and the type that a rule is for. */
export function RuleScope({ draft, agencies, onChange }: PartProps & { agencies: readonly Agency[] }) {
  const { authority, permitType } = draft
  const types = useLibraryChoices('permitTypes', permitType === null ? [] : [permitType])
  const codes = new Set([
    ...agencies.map(({ shortCode }) => shortCode),
    ...(authority === null ? [] : [authority]),
  ])
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <Choice
        label={t('agency')}
        value={authority ?? every}
        options={[
          [every, t('everyAgency')],
          ...[...codes].map((code) => [code, agencyName(agencies, code)] as const),
        ]}
        onChange={(code) => onChange({ authority: orNull(code) })}
      />
      <Choice
        label={t('type')}
        value={permitType ?? every}
        options={[[every, t('everyType')], ...pairs(types)]}
        onChange={(code) => onChange({ permitType: orNull(code) })}
      />
    </Box>
  )
}

/** The documents that a package needs, and those it may have. */
export function RuleDocuments({ draft, onChange }: PartProps) {
  const { required, optional } = draft
  const documents = pairs(useLibraryChoices('documentTypes', [...required, ...optional]))
  return (
    <>
      <Several
        label={t('required')}
        values={required}
        options={documents}
        onChange={(chosen) =>
          onChange({ required: chosen, optional: optional.filter((code) => !chosen.includes(code)) })
        }
      />
      <Several
        label={t('optional')}
        values={optional}
        options={documents}
        onChange={(chosen) =>
          onChange({ optional: chosen, required: required.filter((code) => !chosen.includes(code)) })
        }
      />
    </>
  )
}

interface OffersProps extends PartProps {
  conditions: readonly LibraryCondition[]
  onFees: (fees: string[]) => void
}

/** The conditions and fees that a rule offers. */
export function RuleOffers({ draft, conditions, onChange, onFees }: OffersProps) {
  const fees = pairs(useLibraryChoices('fees', draft.fees))
  return (
    <>
      <Several
        label={t('conditions')}
        values={draft.conditions}
        options={conditions.map(({ code, text }) => [code, text] as const)}
        onChange={(chosen) => onChange({ conditions: chosen })}
      />
      <Several label={t('fees')} values={draft.fees} options={fees} onChange={onFees} />
    </>
  )
}
