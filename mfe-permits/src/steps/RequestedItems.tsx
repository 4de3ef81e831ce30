import { maxAskedItems } from '@portal/contract'
import type { RequestedItem } from '@portal/contract'
import { useLibraryChoices } from '@portal/shared-ui'
import { Box, Button, DayField, MenuItem, TextField, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from './texts.ts'

export interface TypedItem {
  key: number
  title: string
  requiredDocument: string
  dueDate: string
}

const emptyItem = (key: number): TypedItem => ({ key, title: '', requiredDocument: '', dueDate: '' })
const isEmpty = ({ title, requiredDocument, dueDate }: TypedItem) =>
  title.trim() === '' && requiredDocument === '' && dueDate === ''

/** Whether a row has other values but no text. */
export function isItemMissing(items: readonly TypedItem[]): boolean {
  return items.some((item) => !isEmpty(item) && item.title.trim() === '')
}

/** The entered items in the form a request sends, without empty rows. */
export function requestedItems(items: readonly TypedItem[]): RequestedItem[] {
  return items
    .filter((item) => !isEmpty(item))
    .map(({ title, requiredDocument, dueDate }) => ({
      title: title.trim(),
      ...(requiredDocument !== '' && { requiredDocument }),
      ...(dueDate !== '' && { dueDate }),
    }))
}

export interface AskedItemsProps {
  items: readonly TypedItem[]
  isTried: boolean
  onChange: (items: TypedItem[]) => void
}

/** Items requested from the client with a transition; each becomes a client task. */
export function RequestedItems({ items, isTried, onChange }: AskedItemsProps) {
  const id = useId()
  const documents = useLibraryChoices('documentTypes')
  const set = (key: number, part: Partial<TypedItem>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...part } : item)))
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="h3">
        {t('items')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 2 }}>{t('itemsHint')}</Typography>
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 4 }}>
        {items.map((item, index) => {
          const isWrong = isTried && isItemMissing([item])
          return (
            <Box
              component="li"
              key={item.key}
              aria-label={t('item', { number: index + 1 })}
              sx={{ display: 'grid', gap: 2 }}
            >
              <TextField
                label={t('itemTitle')}
                value={item.title}
                error={isWrong}
                helperText={isWrong ? t('itemMissing') : undefined}
                onChange={({ target }) => set(item.key, { title: target.value })}
                slotProps={{ htmlInput: { maxLength: 200 } }}
              />
              <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 2 }}>
                <TextField
                  select
                  label={t('itemDocument')}
                  value={item.requiredDocument}
                  onChange={({ target }) => set(item.key, { requiredDocument: target.value })}
                >
                  <MenuItem value="">{t('itemNoDocument')}</MenuItem>
                  {documents.map(({ code, label }) => (
                    <MenuItem key={code} value={code}>
                      {label}
                    </MenuItem>
                  ))}
                </TextField>
                <DayField
                  label={t('itemDue')}
                  value={item.dueDate}
                  onChange={(dueDate) => set(item.key, { dueDate })}
                />
              </Box>
              <Button
                size="small"
                sx={{ justifySelf: 'start' }}
                aria-label={t('removeItem', { number: index + 1 })}
                onClick={() => onChange(items.filter(({ key }) => key !== item.key))}
              >
                {t('remove')}
              </Button>
            </Box>
          )
        })}
      </Box>
      {items.length < maxAskedItems && (
        <Button
          variant="outlined"
          size="small"
          sx={{ marginTop: 2 }}
          onClick={() => onChange([...items, emptyItem((items.at(-1)?.key ?? 0) + 1)])}
        >
          {t('addItem')}
        </Button>
      )}
    </Box>
  )
}
