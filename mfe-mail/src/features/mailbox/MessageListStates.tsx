import { EmptyState } from '@portal/shared-ui'
import { Box, Button, Skeleton } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { folderName } from '../../folder-name.ts'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { folderIcons } from './mail-icons.ts'

/** The loading skeleton of a list. */
export function MessageListSkeleton() {
  return (
    <Box role="status" aria-label={t('loadingMessages')} sx={{ overflow: 'hidden' }}>
      {Array.from({ length: 12 }, (_, row) => (
        <Box
          key={row}
          sx={{ height: 64, paddingInline: 8, paddingBlock: 1.5, borderBottom: 1, borderColor: 'divider' }}
        >
          <Skeleton variant="text" animation={false} width={`${40 + ((row * 7) % 20)}%`} />
          <Skeleton variant="text" animation={false} width={`${60 + ((row * 13) % 35)}%`} />
        </Box>
      ))}
    </Box>
  )
}

/** The empty state: nothing found, or an empty folder. */
export function NoMessages({ address }: { address: MailAddressBar }) {
  const folder = folderName(address.folder)
  if (address.q !== '') {
    return (
      <EmptyState
        title={
          address.inFolder
            ? t('nothingFoundIn', { folder, q: address.q })
            : t('nothingFound', { q: address.q })
        }
        text={t('nothingFoundText')}
      >
        <Button component={Link} to={mailPath({ ...address, id: null, q: '' })} variant="outlined">
          {t('clearSearch')}
        </Button>
      </EmptyState>
    )
  }
  const text =
    address.folder === 'inbox'
      ? t('emptyInboxText')
      : address.folder === 'outbox'
        ? t('emptyOutboxText')
        : t('emptyFolderText')
  return <EmptyState icon={folderIcons[address.folder]} title={t('emptyFolder', { folder })} text={text} />
}
