import { maxConditionFields } from '@portal/contract'
import type { Field } from '@portal/contract'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { ConditionRowFields } from '../../parts/ConditionRowFields.tsx'
import { emptyRow } from '../../parts/condition-rows.ts'
import type { ConditionRow, RowProblems } from '../../parts/condition-rows.ts'
import { labelOfField } from '../../parts/format-condition.ts'
import { Fieldset } from './Fieldset.tsx'
import { t } from './texts.ts'

interface ConditionFieldsProps {
  rows: readonly ConditionRow[]
  fields: ReadonlyMap<string, Field>
  problems: readonly RowProblems[]
  onChange: (rows: readonly ConditionRow[]) => void
}

/** For which permits a rule is: rows of fields, all of which a permit has to meet. */
export function ConditionFields({ rows, fields, problems, onChange }: ConditionFieldsProps) {
  const used = new Set(rows.map(({ field }) => field))
  const nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1
  const free = [...fields.keys()].find((name) => !used.has(name))
  return (
    <Fieldset legend={t('onlyWith')} hint={t(rows.length === 0 ? 'onlyWithNone' : 'onlyWithAll')}>
      {rows.map((row, at) => {
        const name = labelOfField(row.field, fields.get(row.field))
        return (
          <Box
            key={row.id}
            role="group"
            aria-label={name}
            sx={{ display: 'grid', gap: 2, paddingBottom: 3, borderBottom: 1, borderColor: 'divider' }}
          >
            <ConditionRowFields
              row={row}
              fields={new Map([...fields].filter(([each]) => each === row.field || !used.has(each)))}
              problems={problems[at] ?? {}}
              onChange={(changed) => onChange(rows.with(at, changed))}
            />
            <Box>
              <Button
                size="small"
                aria-label={t('removeField', { field: name })}
                onClick={() => onChange(rows.toSpliced(at, 1))}
              >
                {t('remove')}
              </Button>
            </Box>
          </Box>
        )
      })}
      {rows.length < maxConditionFields ? (
        free !== undefined && (
          <Box>
            <Button
              size="small"
              variant="outlined"
              onClick={() => onChange([...rows, emptyRow(free, nextId)])}
            >
              {t('addField')}
            </Button>
          </Box>
        )
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('noMoreFields', { count: maxConditionFields })}
        </Typography>
      )}
    </Fieldset>
  )
}
