import { ruleKey } from '@portal/contract'
import type { LibraryCondition, RequirementRule, Requirements } from '@portal/contract'
import { useLibraryLabels } from '@portal/shared-ui'
import { TableCell, TableRow } from '@portal/shared-ui/mui'
import { EditCell, WideTable } from '../../parts/WideTable.tsx'
import { documentNames, feeNames, namesOfRule } from './format-requirements.ts'
import { t } from './texts.ts'
import type { Agency } from '../../parts/agencies.queries.ts'

const top = { verticalAlign: 'top' } as const

/** All rules: for which agency and type, and what they ask. */
export function RulesTable({
  requirements: { rules, conditions },
  agencies,
  onEdit,
}: {
  requirements: Requirements
  agencies: readonly Agency[]
  onEdit: (rule: RequirementRule) => void
}) {
  const labels = useLibraryLabels()
  const textOf = (code: string) => conditions.find((condition) => condition.code === code)?.text ?? code
  const head = [t('agency'), t('type'), t('required'), t('optional'), t('conditions'), t('fees')]
  return (
    <WideTable name={t('rules')} head={head}>
      {rules.map((rule) => {
        const names = namesOfRule(agencies, rule, labels)
        return (
          <TableRow key={ruleKey(rule)} sx={top}>
            <TableCell component="th" scope="row">
              {names.agency}
            </TableCell>
            <TableCell>{names.type}</TableCell>
            <TableCell>{documentNames(rule.required, labels)}</TableCell>
            <TableCell>{documentNames(rule.optional, labels)}</TableCell>
            <TableCell>{rule.conditions.map(textOf).join(' ')}</TableCell>
            <TableCell>{feeNames(rule.fees)}</TableCell>
            <EditCell label={t('edit')} name={t('editRule', names)} onClick={() => onEdit(rule)} />
          </TableRow>
        )
      })}
    </WideTable>
  )
}

/** All conditions that rules can name and clients can be given. */
export function ConditionsTable({
  requirements: { conditions, clientConditions },
  onEdit,
}: {
  requirements: Requirements
  onEdit: (condition: LibraryCondition) => void
}) {
  return (
    <WideTable name={t('library')} head={[t('text'), t('kind'), t('severity'), t('forClients')]}>
      {conditions.map((condition) => (
        <TableRow key={condition.code} sx={top}>
          <TableCell component="th" scope="row">
            {condition.text}
          </TableCell>
          <TableCell>{t(`kind_${condition.kind}`)}</TableCell>
          <TableCell>{t(`severity_${condition.severity}`)}</TableCell>
          <TableCell>{clientConditions.includes(condition.code) ? t('yes') : t('no')}</TableCell>
          <EditCell
            label={t('edit')}
            name={t('editCondition', { code: condition.code })}
            onClick={() => onEdit(condition)}
          />
        </TableRow>
      ))}
    </WideTable>
  )
}
