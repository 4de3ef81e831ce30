import { ruleKey } from '@portal/contract'
import type { LibraryCondition, RequirementRule, Requirements } from '@portal/contract'
import { Box, TableCell, TableRow } from '@portal/shared-ui/mui'
import type { Agency } from '../../parts/agencies.queries.ts'
import { EditCell, WideTable } from '../../parts/WideTable.tsx'
import { documentNames, feeLines, namesOfRule, reviewLines, ruleName } from './format-requirements.ts'
import { t } from './texts.ts'
import { useRuleWords } from './use-rule-words.ts'

const top = { verticalAlign: 'top' } as const

/** Each text in a line of its own. */
const linesIn = (lines: readonly string[]) => lines.map((line) => <div key={line}>{line}</div>)

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
  const words = useRuleWords()
  const textOf = (code: string) => conditions.find((condition) => condition.code === code)?.text ?? code
  const head = [t('agency'), t('type'), t('required'), t('optional'), t('conditions'), t('fees'), t('review')]
  return (
    <WideTable name={t('rules')} head={head}>
      {rules.map((rule) => {
        const names = namesOfRule(agencies, rule, words)
        return (
          <TableRow key={ruleKey(rule)} sx={top}>
            <TableCell component="th" scope="row">
              {names.agency}
            </TableCell>
            <TableCell>
              {names.type}
              {names.when !== '' && <Box sx={{ color: 'text.secondary' }}>{names.when}</Box>}
            </TableCell>
            <TableCell>{documentNames(rule.required, words)}</TableCell>
            <TableCell>{documentNames(rule.optional, words)}</TableCell>
            <TableCell>{rule.conditions.map(textOf).join(' ')}</TableCell>
            <TableCell>{linesIn(feeLines(rule, words))}</TableCell>
            <TableCell>{linesIn(reviewLines(rule))}</TableCell>
            <EditCell
              label={t('edit')}
              name={t('editRule', { rule: ruleName(agencies, rule, words) })}
              onClick={() => onEdit(rule)}
            />
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
