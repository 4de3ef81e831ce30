import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { mailPageSize } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Box, IconButton } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'

/** `1–50 of 312` and the way to the pages beside; not there when everything fits on one. */
export function Pager({ address, count }: { address: MailAddressBar; count: number }) {
  const pages = Math.ceil(count / mailPageSize)
  if (pages <= 1) return null
  const { page } = address
  const to = (wanted: number) => ({ component: Link, to: mailPath({ ...address, page: wanted }) })
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: 40,
        paddingInline: 3,
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={{ flex: 1 }}>
        {t('range', { from: (page - 1) * mailPageSize + 1, to: Math.min(page * mailPageSize, count), count })}
      </Box>
      <IconButton aria-label={t('previousPage')} {...(page > 1 ? to(page - 1) : { disabled: true })}>
        <Icon path={mdiChevronLeft} />
      </IconButton>
      <IconButton aria-label={t('nextPage')} {...(page < pages ? to(page + 1) : { disabled: true })}>
        <Icon path={mdiChevronRight} />
      </IconButton>
    </Box>
  )
}
