import { mdiChevronDown } from '@mdi/js'
import { Icon } from '@portal/shared-ui'
import { Box, Button, Popover } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { folderName } from '../../folder-name.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { FolderList } from './FolderList.tsx'
import { MailboxSelect } from './MailboxSelect.tsx'
import { folderIcons } from './mail-icons.ts'

/** The folders on narrow screens: behind a button that names the open one. */
export function FolderMenu({ address }: { address: MailAddressBar }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        startIcon={<Icon path={folderIcons[address.folder]} />}
        endIcon={<Icon path={mdiChevronDown} />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ alignSelf: 'flex-start' }}
      >
        {folderName(address.folder)}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('folders') } }}
      >
        <Box sx={{ display: 'grid', gap: 3, padding: 2, paddingTop: 4, width: 264 }}>
          <MailboxSelect mailbox={address.mailbox} />
          <FolderList address={address} onChoose={close} />
        </Box>
      </Popover>
    </>
  )
}
