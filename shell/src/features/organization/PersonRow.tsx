import { useState } from 'react'
import { assignableOrgRoles, whyNotManagePerson, localizeOnScreen } from '@portal/contract'
import type { Actor, OrganizationPerson } from '@portal/contract'
import { ConfirmDialog, StatusChip } from '@portal/shared-ui'
import { Box, Button, MenuItem, Select, TableCell, TableRow } from '@portal/shared-ui/mui'
import { changePosition, disablePerson, inviteAgain, withdrawInvitation } from './people.queries.ts'
import { t } from './texts.ts'
import { usePeopleChange } from './use-people-change.ts'

const looks = {
  INVITED: { colour: 'blue', symbol: 'send' },
  ACTIVE: { colour: 'green', symbol: 'check' },
  DISABLED: { colour: 'slate', symbol: 'lock' },
} as const
const statuses = ['INVITED', 'ACTIVE', 'DISABLED'] as const

interface PersonRowProps {
  person: OrganizationPerson
  actor: Actor
  onLink: (link: string) => void
}

/** One member of the organization: name, role, and the changes an administrator may make. */
export function PersonRow({ person, actor, onLink }: PersonRowProps) {
  const [isAsking, setAsking] = useState(false)
  const position = usePeopleChange((orgRole: string) => changePosition(person, orgRole), {
    done: t('changed'),
  })
  const link = usePeopleChange(inviteAgain, { onDone: (made) => onLink(made.link) })
  const withdraw = usePeopleChange(withdrawInvitation, { done: t('withdrawn') })
  const disable = usePeopleChange(disablePerson, { done: t('disabled', { name: person.name }) })
  const { name } = person
  const whyNot = whyNotManagePerson(actor, person)
  const status = statuses.find((known) => known === person.status)
  const current = person.orgRole ?? 'VIEWER'
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
        {person.pid === actor.pid && ` (${t('you')})`}
        <Box sx={{ color: 'text.secondary', fontWeight: 400 }}>{person.email}</Box>
      </TableCell>
      <TableCell>
        {whyNot === null ? (
          <Select
            size="small"
            value={current}
            disabled={position.isPending}
            inputProps={{ 'aria-label': t('positionOf', { name }) }}
            onChange={({ target }) => position.mutate(target.value)}
          >
            {assignableOrgRoles.map((assignableOrgRole) => (
              <MenuItem key={assignableOrgRole} value={assignableOrgRole}>
                {t(assignableOrgRole)}
              </MenuItem>
            ))}
          </Select>
        ) : (
          <span title={localizeOnScreen(whyNot)}>{t(current)}</span>
        )}
      </TableCell>
      <TableCell>{status !== undefined && <StatusChip {...looks[status]} label={t(status)} />}</TableCell>
      <TableCell>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {whyNot === null && status === 'INVITED' && (
            <>
              <Button size="small" aria-label={t('newLinkOf', { name })} onClick={() => link.mutate(person)}>
                {t('newLink')}
              </Button>
              <Button
                size="small"
                color="inherit"
                aria-label={t('withdrawOf', { name })}
                onClick={() => withdraw.mutate(person)}
              >
                {t('withdraw')}
              </Button>
            </>
          )}
          {whyNot === null && status === 'ACTIVE' && (
            <Button
              size="small"
              color="error"
              aria-label={t('disableOf', { name })}
              onClick={() => setAsking(true)}
            >
              {t('disable')}
            </Button>
          )}
        </Box>
        {isAsking && (
          <ConfirmDialog
            title={t('disableTitle', { name })}
            text={t('disableText')}
            yes={t('disable')}
            onNo={() => setAsking(false)}
            onYes={() => {
              setAsking(false)
              disable.mutate(person)
            }}
          />
        )}
      </TableCell>
    </TableRow>
  )
}
