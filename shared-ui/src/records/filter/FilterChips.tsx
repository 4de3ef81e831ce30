import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useQueries } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { findField, me, referredBy } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiClose } from '../../icons/paths.ts'
import { Select } from '../../inputs/Select.tsx'
import { currencyAtom } from '../../portal/configuration.ts'
import { plainText } from '../values/FieldValue.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { countConditions, toFilter, toTree } from './filter-tree.ts'
import type { Condition, FilterItem } from './filter-tree.ts'
import { keysOf, valuesQuery } from './values-query.ts'
import { formatCondition, isOfMe } from './format-condition.ts'
import { t } from './texts.ts'

/** Titles of the references that conditions name, as the records of this collection know them. */
function useTitles(conditions: readonly Condition[]): ReadonlyMap<string, string> {
  const { collection, list } = useRecordPage()
  const scope = list.scope && { scope: list.scope }
  const references = conditions.flatMap(({ field, value }) => {
    const declared = findField(collection, field)
    const pids = (Array.isArray(value) ? value : [value]).filter(
      (each): each is string => typeof each === 'string' && each !== me,
    )
    return declared !== undefined && referredBy(declared) !== undefined && pids.length > 0
      ? [{ field, declared, pids }]
      : []
  })
  const results = useQueries({
    queries: references.map(({ field, pids }) =>
      valuesQuery(collection.name, field, { filter: { [field]: { in: pids } }, ...scope }),
    ),
  })
  return new Map(
    results.flatMap(({ data }, index) => {
      const declared = references[index]?.declared
      return declared === undefined
        ? []
        : (data?.values ?? []).flatMap((each) =>
            keysOf(each).map((key) => [String(key), plainText(declared, each.value)] as const),
          )
    }),
  )
}

/** The filter as chips: a click edits one, its cross removes it. */
export default function FilterChips() {
  const { collection, allColumns, table, openMenu } = useRecordPage()
  const currency = useAtomValue(currencyAtom)
  const tree = toTree(table.shown.filter, table.shown.match)
  const titles = useTitles(tree.items.flatMap((item) => (item.kind === 'condition' ? [item] : [])))
  const words = (item: FilterItem): string => {
    if (item.kind === 'group') return t('groupChip', { count: countConditions(item) })
    const declared = findField(collection, item.field)
    const label = allColumns.find(({ name }) => name === item.field)?.label ?? item.field
    if (declared !== undefined && isOfMe(item, declared)) return t('isMe', { label })
    return declared === undefined
      ? label
      : `${label} ${formatCondition(item, declared, { currency, titles })}`
  }
  const remove = (place: number) => {
    const rest = { ...tree, items: tree.items.toSpliced(place, 1) }
    table.show({ filter: toFilter(rest), match: rest.items.length > 1 ? rest.match : 'all' })
  }
  return (
    <Box
      role="group"
      aria-label={t('chips')}
      sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}
    >
      {tree.items.map((item, index) => {
        const text = words(item)
        return (
          <Box key={`${text} ${index}`} sx={{ display: 'inline-flex', maxWidth: '100%' }}>
            <Chip
              label={text}
              title={text}
              onClick={() => openMenu('filter', index)}
              aria-label={t('editChip', { text })}
              sx={{ maxWidth: { xs: 240, sm: 360 }, borderRadius: '6px 0 0 6px' }}
            />
            <Chip
              label={<Icon path={mdiClose} size={14} />}
              aria-label={t('removeChip', { text })}
              onClick={() => remove(index)}
              sx={{ borderRadius: '0 6px 6px 0', borderLeft: 1, borderColor: 'divider' }}
            />
          </Box>
        )
      })}
      {tree.items.length > 1 && (
        <Select
          native
          size="small"
          value={tree.match}
          onChange={({ target }) => {
            const match = target.value === 'any' ? 'any' : 'all'
            table.show({ filter: toFilter({ ...tree, match }), match })
          }}
          inputProps={{ 'aria-label': t('match') }}
        >
          <option value="all">{t('all')}</option>
          <option value="any">{t('any')}</option>
        </Select>
      )}
      <Button onClick={() => table.show({ filter: {}, match: 'all' })}>{t('clearChips')}</Button>
    </Box>
  )
}
