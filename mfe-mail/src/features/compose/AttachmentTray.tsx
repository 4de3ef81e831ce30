import { mdiClose, mdiPaperclip, mdiRefresh, mdiShieldAlertOutline } from '@mdi/js'
import type { ScanState } from '@portal/contract'
import { Icon, formatSize, useShell } from '@portal/shared-ui'
import { Box, IconButton } from '@portal/shared-ui/mui'
import { attachmentUrl } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'
import { ChipList, ChipNote, chip, oneLine } from '../../parts/chips.tsx'
import type { DraftSession } from './draft-session.ts'
import type { DraftState } from './draft-state.ts'
import { t } from './texts.ts'
import type { Attaching, useAttaching } from './use-attaching.ts'

const itemStyle = { ...chip, gap: 2, minHeight: 32, paddingInlineStart: 3 } as const
const nameStyle = { ...oneLine, minWidth: 0, maxWidth: 260, color: 'inherit' } as const

function OnItsWay({ item, attaching }: { item: Attaching; attaching: ReturnType<typeof useAttaching> }) {
  return (
    <Box component="li" sx={{ ...itemStyle, ...(item.failure !== null && { borderColor: 'error.main' }) }}>
      <Box
        component="span"
        role={item.failure === null ? 'status' : 'alert'}
        sx={{ minWidth: 0, color: item.failure === null ? 'text.secondary' : 'error.main' }}
      >
        {item.failure === null
          ? t('attaching', { name: item.name })
          : t('attachFailed', { name: item.name, reason: item.failure })}
      </Box>
      <Box sx={{ flex: 'none' }}>
        {item.failure !== null && (
          <IconButton
            size="small"
            aria-label={`${t('tryAgain')}: ${item.name}`}
            onClick={() => attaching.retry(item)}
          >
            <Icon path={mdiRefresh} size={16} />
          </IconButton>
        )}
        <IconButton
          size="small"
          aria-label={t('removeAttachment', { name: item.name })}
          onClick={() => attaching.forget(item)}
        >
          <Icon path={mdiClose} size={16} />
        </IconButton>
      </Box>
    </Box>
  )
}

/** The virus scan result of an attachment; renders nothing when it is clean. */
function ScanWord({ name, scanned }: { name: string; scanned: ScanState | undefined }) {
  if (scanned === undefined || scanned === 'clean') return null
  const isInfected = scanned === 'infected'
  return (
    <ChipNote
      title={t(isInfected ? 'attachmentInfectedHint' : 'attachmentNotScannedHint', { name })}
      isError={isInfected}
    >
      {t(isInfected ? 'attachmentInfected' : 'attachmentNotScanned')}
    </ChipNote>
  )
}

export interface AttachmentTrayProps {
  session: DraftSession
  state: DraftState
  mailbox: Mailbox
  attaching: ReturnType<typeof useAttaching>
}

/** Whether the body shows this image. An image removed from the body is sent as a file. */
const isInText = (contentId: string | null, html: string) =>
  contentId !== null && [contentId, encodeURIComponent(contentId)].some((id) => html.includes(`cid:${id}`))

/**
 * Attached files, uploads in progress, and failed uploads with the reason. Images in the body are not listed.
 */
export function AttachmentTray({ session, state, mailbox, attaching }: AttachmentTrayProps) {
  const shell = useShell()
  const listed = state.attachments.filter(({ contentId }) => !isInText(contentId, state.text.html))
  if (listed.length + attaching.files.length === 0) return null
  const remove = (id: string, name: string) =>
    session.detach(id).catch((error: unknown) => {
      shell.toast({
        title: t('removeAttachment', { name }),
        description: error instanceof Error ? error.message : '',
        colour: 'red',
      })
    })
  return (
    <ChipList label={t('attachments')} isBounded>
      {listed.map(({ id, name, size, scanned }) => (
        <Box
          component="li"
          key={id}
          sx={{ ...itemStyle, ...(scanned === 'infected' && { borderColor: 'error.main' }) }}
        >
          <Icon path={scanned === 'infected' ? mdiShieldAlertOutline : mdiPaperclip} size={16} />
          <Box
            component="a"
            href={
              state.id === null || scanned === 'infected' ? undefined : attachmentUrl(mailbox, state.id, id)
            }
            download={name}
            title={name}
            sx={nameStyle}
          >
            <bdi>{name}</bdi>
          </Box>
          <ChipNote>{formatSize(size)}</ChipNote>
          <ScanWord name={name} scanned={scanned} />
          <IconButton
            size="small"
            aria-label={t('removeAttachment', { name })}
            onClick={() => void remove(id, name)}
          >
            <Icon path={mdiClose} size={16} />
          </IconButton>
        </Box>
      ))}
      {attaching.files.map((item) => (
        <OnItsWay key={item.key} item={item} attaching={attaching} />
      ))}
    </ChipList>
  )
}
