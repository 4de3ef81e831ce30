import { Box, InputBase, MenuItem, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId } from 'react'
import type { Mailbox } from '../../mail-calls.ts'
import { identitiesQuery } from './draft-calls.ts'
import type { DraftText } from './draft-storage.ts'
import { RecipientField } from './RecipientField.tsx'
import { lineStyle, plainInput } from './line-styles.ts'
import { t } from './texts.ts'

export interface MessageHeaderFieldsProps {
  mailbox: Mailbox
  text: DraftText
  isAnswer: boolean
  onChange: (change: Partial<DraftText>) => void
  /** Tab in the subject, the last field, moves to the body and skips the formatting buttons. */
  onTabOut: () => boolean
}

/** Sender (when there is a choice), recipients and subject. */
export function MessageHeaderFields({
  mailbox,
  text,
  isAnswer,
  onChange,
  onTabOut,
}: MessageHeaderFieldsProps) {
  const { data: identities = [] } = useQuery(identitiesQuery)
  const id = useId()
  const from = identities.find(({ address }) => address === text.from.address)
  return (
    <Box sx={{ flex: 'none', paddingInline: 4 }}>
      {identities.length > 1 && from !== undefined && (
        <Box sx={lineStyle}>
          <label id={`${id}-from`}>{t('from')}</label>
          <TextField
            select
            value={from.address}
            onChange={({ target }) => {
              const chosen = identities.find(({ address }) => address === target.value)
              if (chosen !== undefined) onChange({ from: { name: chosen.name, address: chosen.address } })
            }}
            slotProps={{ select: { SelectDisplayProps: { 'aria-labelledby': `${id}-from` } } }}
            sx={plainInput}
          >
            {identities.map(({ name, address }) => (
              <MenuItem key={address} value={address}>
                {`${name} <${address}>`}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      )}
      <RecipientField
        label={t('to')}
        mailbox={mailbox}
        people={text.to}
        onChange={(to) => onChange({ to })}
        autoFocus={!isAnswer || text.to.length === 0}
      />
      <RecipientField
        label={t('cc')}
        mailbox={mailbox}
        people={text.cc}
        onChange={(cc) => onChange({ cc })}
      />
      <RecipientField
        label={t('bcc')}
        mailbox={mailbox}
        people={text.bcc}
        onChange={(bcc) => onChange({ bcc })}
      />
      <Box sx={lineStyle}>
        <label htmlFor={`${id}-subject`}>{t('subject')}</label>
        <InputBase
          id={`${id}-subject`}
          value={text.subject}
          onChange={({ target }) => onChange({ subject: target.value.replaceAll(/[\r\n]/g, ' ') })}
          onKeyDown={(event) => {
            const isTab =
              event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
            if (isTab && onTabOut()) event.preventDefault()
          }}
          inputProps={{ maxLength: 2_000, dir: 'auto' }}
        />
      </Box>
    </Box>
  )
}
