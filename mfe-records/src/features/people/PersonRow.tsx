import { mdiAccountRemoveOutline, mdiEmailOutline, mdiPencilOutline, mdiPhoneOutline } from '@mdi/js'
import { Icon, RecordLink, Row, telUrl } from '@portal/shared-ui'
import { Box, IconButton, MuiLink, Tooltip } from '@portal/shared-ui/mui'
import { useId } from 'react'
import type { ContactValues } from './people.queries.ts'
import { roleLabel } from './roles.ts'
import { t } from './texts.ts'

export interface PersonRowProps {
  pid: string
  role: string
  values: ContactValues
  /** Null when the viewer may not write mail. */
  onMail: (() => void) | null
  /** Null when the viewer may not edit. */
  onEdit: (() => void) | null
  onRemove: (() => void) | null
}

/** A person with their role; one click starts an email or a call. */
export function PersonRow({ pid, role, values, onMail, onEdit, onRemove }: PersonRowProps) {
  const titleId = useId()
  const { name, company, phone, email, licenceNo } = values
  const tel = telUrl(phone)
  const action = (label: string, icon: string, act: () => void) => (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={act}>
        <Icon path={icon} size={18} />
      </IconButton>
    </Tooltip>
  )
  return (
    <Row
      titleId={titleId}
      title={
        <RecordLink collection="contacts" pid={pid}>
          <bdi>{name}</bdi>
        </RecordLink>
      }
      mark={
        <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
          {roleLabel(role)}
        </Box>
      }
      facts={[company, ...(licenceNo === '' ? [] : [t('licenceOf', { number: licenceNo })])].filter(
        (each) => each !== '',
      )}
      note={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, overflowWrap: 'anywhere' }}>
          {phone !== '' && (tel === null ? <span>{phone}</span> : <MuiLink href={tel}>{phone}</MuiLink>)}
          {email !== '' &&
            (onMail === null ? (
              <span>{email}</span>
            ) : (
              <MuiLink component="button" type="button" onClick={onMail} sx={{ textAlign: 'start' }}>
                {email}
              </MuiLink>
            ))}
        </Box>
      }
    >
      {email !== '' && onMail !== null && action(t('mail', { name }), mdiEmailOutline, onMail)}
      {tel !== null && (
        <Tooltip title={t('call', { name, phone })}>
          <IconButton component="a" href={tel} aria-label={t('call', { name, phone })}>
            <Icon path={mdiPhoneOutline} size={18} />
          </IconButton>
        </Tooltip>
      )}
      {onEdit !== null && action(t('editOne', { name }), mdiPencilOutline, onEdit)}
      {onRemove !== null && action(t('removeOne', { name }), mdiAccountRemoveOutline, onRemove)}
    </Row>
  )
}
