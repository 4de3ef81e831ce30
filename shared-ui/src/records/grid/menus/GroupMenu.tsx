import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { maxGroupFields } from '@portal/contract'
import { registerTexts } from '../../../i18n/texts.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { mdiClose } from '../../../icons/paths.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { FieldSelect } from './FieldSelect.tsx'
import { MenuCount } from './MenuCount.tsx'
import { MenuFrame } from './MenuFrame.tsx'
import { moved, OrderedRows } from './OrderedRows.tsx'
import { useRecordPage } from '../../page/record-page-context.ts'
import { isSortable } from '../sorting.ts'

const t = registerTexts('record groups', {
  none: 'No grouping. Add a field to group by.',
  fields: 'Grouped by',
  field: 'Group field {{place}}',
  add: 'Group by',
  addAnother: 'Then by',
  remove: 'Remove {{label}}',
  clear: 'Clear groups',
  openAll: 'Expand all',
  closeAll: 'Collapse all',
  most: 'Maximum {{most}} fields.',
})

/** By which fields records stand together, the outer one first. Applies at once. */
export default function GroupMenu() {
  const { table, allColumns } = useRecordPage()
  const { groupedBy, header } = table.grouping
  const columns = allColumns.filter(({ declared }) => isSortable(declared))
  const apply = (group: readonly string[]) => table.show({ group }, { replace: true })
  const labelOf = (field: string) => columns.find(({ name }) => name === field)?.label ?? field
  const free = (own?: string) => columns.filter(({ name }) => name === own || !groupedBy.includes(name))
  const rows = groupedBy.map((field, index) => ({
    key: field,
    label: labelOf(field),
    content: (
      <>
        <FieldSelect
          label={t('field', { place: index + 1 })}
          columns={free(field)}
          value={field}
          onChoose={(chosen) => apply([...groupedBy].with(index, chosen))}
        />
        <IconButton
          aria-label={t('remove', { label: labelOf(field) })}
          onClick={() => apply([...groupedBy].toSpliced(index, 1))}
        >
          <Icon path={mdiClose} size={16} />
        </IconButton>
      </>
    ),
  }))
  // A button that has done its work stays a place for the focus: a disabled one would drop it, and Escape
  // with it.
  const foot = (
    <>
      <MenuCount />
      <Button
        variant="outlined"
        onClick={() => table.setOpenGroups(() => 'all')}
        aria-disabled={header === 'all'}
      >
        {t('openAll')}
      </Button>
      <Button
        variant="outlined"
        onClick={() => table.setOpenGroups(() => [])}
        aria-disabled={header.length === 0}
      >
        {t('closeAll')}
      </Button>
      <Button variant="outlined" onClick={() => apply([])}>
        {t('clear')}
      </Button>
    </>
  )
  return (
    <MenuFrame width={420} foot={groupedBy.length > 0 && foot}>
      {groupedBy.length === 0 ? (
        <Typography color="textSecondary">{t('none')}</Typography>
      ) : (
        <OrderedRows
          label={t('fields')}
          rows={rows}
          onMove={(from, to) => apply(moved(groupedBy, from, to))}
        />
      )}
      {groupedBy.length < maxGroupFields ? (
        <FieldPicker
          label={groupedBy.length === 0 ? t('add') : t('addAnother')}
          columns={free()}
          onChoose={(field) => apply([...groupedBy, field])}
        />
      ) : (
        <Typography color="textSecondary">{t('most', { most: maxGroupFields })}</Typography>
      )}
    </MenuFrame>
  )
}
