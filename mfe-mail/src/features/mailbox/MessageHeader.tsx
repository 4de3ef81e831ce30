import { mdiFlag } from '@mdi/js'
import type { MailAddress, MailAuthentication, MailMessage } from '@portal/contract'
import { Icon, dateTimeTooltip, formatDateTime } from '@portal/shared-ui'
import { Box, Button, Chip, Tooltip, Typography } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { folderName } from '../../folder-name.ts'
import { t } from '../../texts.ts'
import { nameOf, peopleInShort, senderOf, subjectOf } from './mail-labels.ts'

function People({ people }: { people: readonly MailAddress[] }) {
  return people.map((person, index) => (
    <span key={`${index} ${person.address}`}>
      {index > 0 && ', '}
      <bdi>{nameOf(person)}</bdi>
      {nameOf(person) !== person.address && (
        <Box component="span" sx={{ color: 'text.secondary' }}>{` <${person.address}>`}</Box>
      )}
    </span>
  ))
}

/** The sender verification as text, with the results it is based on. */
function senderCheckOf({ verdict, by, domain, spf, dkim, dmarc }: MailAuthentication): string {
  const results = t('senderResults', { spf, dkim, dmarc })
  if (verdict === 'verified') return `${t('senderVerified', { domain })} ${results}`
  return `${t(verdict === 'failed' ? 'senderFailed' : 'senderUnverified', { domain })} ${by === 'portal' || dmarc !== 'none' ? results : ''}`.trim()
}

/** All header fields that have a value, shown when the header is expanded. */
function Details({ id, message }: { id: string; message: MailMessage }) {
  const lines: [string, readonly MailAddress[]][] = [
    [t('from'), message.authors ?? [message.from]],
    [t('toLabel'), message.to],
    [t('cc'), message.cc],
    [t('bcc'), message.bcc],
    [t('replyTo'), message.replyTo],
  ]
  return (
    <Box
      id={id}
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 4,
        rowGap: 1,
        margin: 0,
        '& dt': { color: 'text.secondary' },
        '& dd': { margin: 0 },
      }}
    >
      {lines
        .filter(([, people]) => people.length > 0)
        .map(([label, people]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <People people={people} />
            </dd>
          </Box>
        ))}
      <dt>{t('date')}</dt>
      <dd>{dateTimeTooltip(message.receivedAt)}</dd>
      {message.authentication !== undefined && (
        <>
          <dt>{t('senderCheck')}</dt>
          <dd>{senderCheckOf(message.authentication)}</dd>
        </>
      )}
      <dt>{t('folder')}</dt>
      <dd>{folderName(message.folder)}</dd>
    </Box>
  )
}

/** Subject, people and time of the open message; collapses to two lines. */
export function MessageHeader({ message, headingId }: { message: MailMessage; headingId: string }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const detailsId = useId()
  return (
    <Box sx={{ display: 'grid', gap: 2, paddingInline: 4, paddingBlock: 3 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
        <Typography id={headingId} component="h2" variant="h2" dir="auto" sx={{ flex: 1, minWidth: 0 }}>
          {subjectOf(message)}
        </Typography>
        {message.authentication !== undefined && (
          <Tooltip title={senderCheckOf(message.authentication)}>
            <Chip size="small" variant="outlined" label={t('fromOutside')} />
          </Tooltip>
        )}
        {message.flag && (
          <Box component="span" sx={{ display: 'flex', color: 'warning.main', paddingTop: 0.5 }}>
            <Icon path={mdiFlag} label={t('flagged')} />
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Box component="bdi" sx={{ fontWeight: 600 }}>
            {senderOf(message)}
          </Box>
          <Box
            component="span"
            sx={{ color: 'text.secondary' }}
          >{` ${t('toShort', { people: peopleInShort(message.to, message.folder) })}`}</Box>
        </Box>
        <Box
          component="time"
          dateTime={message.receivedAt}
          title={dateTimeTooltip(message.receivedAt)}
          sx={{ color: 'text.secondary' }}
        >
          {formatDateTime(message.receivedAt)}
        </Box>
        <Button
          size="small"
          sx={{ marginInlineStart: -3 }}
          aria-expanded={isUnfolded}
          aria-controls={detailsId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {t(isUnfolded ? 'hideDetails' : 'showDetails')}
        </Button>
      </Box>
      {isUnfolded && <Details id={detailsId} message={message} />}
    </Box>
  )
}
