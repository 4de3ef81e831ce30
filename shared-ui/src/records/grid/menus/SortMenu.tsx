import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { maxSortKeys, toSortText } from '@portal/contract'
import type { SortKey } from '@portal/contract'
import { registerTexts } from '../../../i18n/texts.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { mdiClose } from '../../../icons/paths.ts'
import { Select } from '../../../inputs/Select.tsx'
import { FieldPicker } from './FieldPicker.tsx'
import { FieldSelect } from './FieldSelect.tsx'
import { MenuFrame } from './MenuFrame.tsx'
import { moved, OrderedRows } from './OrderedRows.tsx'
import { useRecordPage } from '../../page/record-page-context.ts'
import { isSortable, sortKeysIn } from '../sorting.ts'

const t = registerTexts('record sort', {
  none: 'Default order. Add a sort.',
  keys: 'Sorted by',
  field: 'Field {{place}}',
  order: 'Order of {{label}}',
  ascending: 'Ascending',
  descending: 'Descending',
  add: 'Sort by',
  addAnother: 'Then by',
  remove: 'Remove {{label}}',
  clear: 'Clear sort',
  most: 'Maximum {{most}} fields.',
})

/** By which fields records are ordered, the first one first. Applies at once. */
export default function SortMenu() {
  const { table, allColumns } = useRecordPage()
  const keys = sortKeysIn(table.shown.sort)
  const columns = allColumns.filter(({ declared }) => isSortable(declared))
  const apply = (changed: readonly SortKey[]) => table.show({ sort: toSortText(changed) }, { replace: true })
  const labelOf = (field: string) => columns.find(({ name }) => name === field)?.label ?? field
  const free = (own?: string) =>
    columns.filter(({ name }) => name === own || !keys.some(({ field }) => field === name))
  const rows = keys.map((key, index) => ({
    key: key.field,
    label: labelOf(key.field),
    content: (
      <>
        <FieldSelect
          label={t('field', { place: index + 1 })}
          columns={free(key.field)}
          value={key.field}
          onChoose={(field) => apply(keys.with(index, { ...key, field }))}
        />
        <Select
          native
          size="small"
          value={key.descending ? 'descending' : 'ascending'}
          onChange={({ target }) =>
            apply(keys.with(index, { ...key, descending: target.value === 'descending' }))
          }
          sx={{ flex: 'none' }}
          inputProps={{ 'aria-label': t('order', { label: labelOf(key.field) }) }}
        >
          <option value="ascending">{t('ascending')}</option>
          <option value="descending">{t('descending')}</option>
        </Select>
        <IconButton
          aria-label={t('remove', { label: labelOf(key.field) })}
          onClick={() => apply(keys.toSpliced(index, 1))}
        >
          <Icon path={mdiClose} size={16} />
        </IconButton>
      </>
    ),
  }))
  return (
    <MenuFrame
      width={480}
      foot={
        keys.length > 0 && (
          <Button onClick={() => apply([])} variant="outlined">
            {t('clear')}
          </Button>
        )
      }
    >
      {keys.length === 0 ? (
        <Typography color="textSecondary">{t('none')}</Typography>
      ) : (
        <OrderedRows label={t('keys')} rows={rows} onMove={(from, to) => apply(moved(keys, from, to))} />
      )}
      {keys.length < maxSortKeys ? (
        <FieldPicker
          label={keys.length === 0 ? t('add') : t('addAnother')}
          columns={free()}
          onChoose={(field) => apply([...keys, { field, descending: false }])}
        />
      ) : (
        <Typography color="textSecondary">{t('most', { most: maxSortKeys })}</Typography>
      )}
    </MenuFrame>
  )
}
