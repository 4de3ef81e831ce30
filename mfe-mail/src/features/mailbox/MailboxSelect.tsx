import { configurationAtom, userAtom } from '@portal/shared-ui'
import { MenuItem, TextField } from '@portal/shared-ui/mui'
import { useNavigate } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { mailPath } from '../../paths.ts'
import { t } from '../../texts.ts'

/** Selects a shared mailbox; hidden when the viewer has only their own. */
export function MailboxSelect({ mailbox }: { mailbox: string | null }) {
  const own = useAtomValue(userAtom)?.email.toLowerCase() ?? ''
  const configured = useAtomValue(configurationAtom)?.settings.emailIds ?? []
  const shared = configured.filter((address) => address.toLowerCase() !== own)
  const navigate = useNavigate()
  if (shared.length === 0) return null
  const chosen = shared.find((address) => address.toLowerCase() === mailbox?.toLowerCase()) ?? ''
  return (
    <TextField
      select
      fullWidth
      label={t('mailbox')}
      value={chosen}
      onChange={(event) =>
        void navigate(
          mailPath({
            folder: 'inbox',
            id: null,
            q: '',
            inFolder: false,
            mailbox: event.target.value === '' ? null : event.target.value,
            draft: null,
          }),
        )
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{own === '' ? t('ownMailbox') : own}</MenuItem>
      {shared.map((address) => (
        <MenuItem key={address} value={address}>
          {address}
        </MenuItem>
      ))}
    </TextField>
  )
}
